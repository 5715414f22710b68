//! Exact fractions: the arithmetic of every number that counts.
//!
//! A number has one form, so that equal numbers are equal values: lowest terms, in machine words where they fit.
//! What outgrows them goes on in big integers, and comes back when it fits again.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::{BigRational, ParseRatioError, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, ToPrimitive, Zero};

/// An exact rational number.
#[derive(Clone, PartialEq, Eq)]
pub struct Exact(Parts);

#[derive(Clone, PartialEq, Eq)]
enum Parts {
    /// Nearly every number of a vote, and there may be millions of them. The numerator is never `i64::MIN`, so that
    /// it has a negative.
    Small(Ratio<i64>),
    /// The others, and only these.
    Big(Box<BigRational>),
}

use Parts::{Big, Small};

impl Exact {
    /// `numerator / denominator`. The denominator must not be zero.
    #[must_use]
    pub fn new(numerator: BigInt, denominator: BigInt) -> Self {
        BigRational::new(numerator, denominator).into()
    }

    /// The same, of machine words.
    pub(super) fn of_words(numerator: i64, denominator: i64) -> Self {
        if numerator == i64::MIN || denominator == i64::MIN {
            return BigRational::new(numerator.into(), denominator.into()).into();
        }
        Self(Small(Ratio::new(numerator, denominator)))
    }

    /// The whole number.
    #[must_use]
    pub fn from_integer(number: BigInt) -> Self {
        BigRational::from_integer(number).into()
    }

    /// The numerator in lowest terms; it has the sign.
    #[must_use]
    pub fn numer(&self) -> BigInt {
        self.big().numer().clone()
    }

    /// The denominator in lowest terms, above 0.
    #[must_use]
    pub fn denom(&self) -> BigInt {
        self.big().denom().clone()
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(number) => number.is_negative(),
            Big(number) => number.is_negative(),
        }
    }

    /// The number without its sign.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(number) => number.is_integer(),
            Big(number) => number.is_integer(),
        }
    }

    /// The greatest whole number that is not above it.
    #[must_use]
    pub fn floor(&self) -> BigInt {
        self.big().floor().to_integer()
    }

    /// The nearest whole number; of two the one further from 0.
    #[must_use]
    pub fn round(&self) -> BigInt {
        self.big().round().to_integer()
    }

    /// Numerator and denominator, where both fit.
    pub(super) fn words(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Small(number) => Some((*number.numer(), *number.denom())),
            Big(_) => None,
        }
    }

    fn small(number: Ratio<i64>) -> Option<Self> {
        (*number.numer() != i64::MIN).then_some(Self(Small(number)))
    }

    fn big(&self) -> BigRational {
        match &self.0 {
            Small(number) => BigRational::new_raw((*number.numer()).into(), (*number.denom()).into()),
            Big(number) => (**number).clone(),
        }
    }
}

impl From<BigRational> for Exact {
    fn from(number: BigRational) -> Self {
        let words = number.numer().to_i64().zip(number.denom().to_i64());
        let small = words.and_then(|(numerator, denominator)| Self::small(Ratio::new_raw(numerator, denominator)));
        small.unwrap_or_else(|| Self(Big(Box::new(number))))
    }
}

/// An operator on all that may stand at its sides. `whole` is what it makes of whole numbers, which need no reducing.
macro_rules! operator {
    ($trait:ident, $operator:ident, $checked:ident, $assign_trait:ident, $assign:ident, $whole:expr) => {
        impl $trait<&Exact> for &Exact {
            type Output = Exact;

            fn $operator(self, other: &Exact) -> Exact {
                if let (Small(one), Small(other)) = (&self.0, &other.0) {
                    let whole: fn(i64, i64) -> Option<i64> = $whole;
                    let both = (*one.denom() == 1 && *other.denom() == 1).then(|| (*one.numer(), *other.numer()));
                    let result = both.and_then(|(one, other)| whole(one, other)).map(Ratio::from_integer);
                    if let Some(result) = result.or_else(|| one.$checked(other)).and_then(Exact::small) {
                        return result;
                    }
                }
                self.big().$operator(other.big()).into()
            }
        }

        impl $trait<Exact> for &Exact {
            type Output = Exact;

            fn $operator(self, other: Exact) -> Exact {
                self.$operator(&other)
            }
        }

        impl $trait<&Exact> for Exact {
            type Output = Exact;

            fn $operator(self, other: &Exact) -> Exact {
                (&self).$operator(other)
            }
        }

        impl $trait for Exact {
            type Output = Exact;

            fn $operator(self, other: Exact) -> Exact {
                (&self).$operator(&other)
            }
        }

        impl $assign_trait<&Exact> for Exact {
            fn $assign(&mut self, other: &Exact) {
                *self = (&*self).$operator(other);
            }
        }

        impl $assign_trait for Exact {
            fn $assign(&mut self, other: Exact) {
                self.$assign(&other);
            }
        }
    };
}

operator!(Add, add, checked_add, AddAssign, add_assign, i64::checked_add);
operator!(Sub, sub, checked_sub, SubAssign, sub_assign, i64::checked_sub);
operator!(Mul, mul, checked_mul, MulAssign, mul_assign, i64::checked_mul);
operator!(Div, div, checked_div, DivAssign, div_assign, |_, _| None);

impl Neg for Exact {
    type Output = Self;

    fn neg(self) -> Self {
        match self.0 {
            Small(number) => Self(Small(-number)),
            Big(number) => (-*number).into(),
        }
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(one), Small(other)) => one.cmp(other),
            _ => self.big().cmp(&other.big()),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Zero for Exact {
    fn zero() -> Self {
        Self(Small(Ratio::zero()))
    }

    fn is_zero(&self) -> bool {
        matches!(&self.0, Small(number) if number.is_zero())
    }
}

impl One for Exact {
    fn one() -> Self {
        Self(Small(Ratio::one()))
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, number| sum + number)
    }
}

impl<'e> Sum<&'e Self> for Exact {
    fn sum<I: Iterator<Item = &'e Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, number| sum + number)
    }
}

/// `3/5`; a whole number stands alone.
impl fmt::Display for Exact {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(number) => number.fmt(out),
            Big(number) => number.fmt(out),
        }
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for Exact {
    type Err = ParseRatioError;

    fn from_str(text: &str) -> Result<Self, ParseRatioError> {
        text.parse().map(|number: BigRational| number.into())
    }
}
