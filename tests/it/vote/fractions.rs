//! The arithmetic of what counts, against that of big integers.

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use venire::vote::{Exact, ratio};

/// Numerators and denominators of every size, most of them where machine words end.
fn word() -> impl Strategy<Value = i64> {
    prop_oneof![
        -20_i64..20,
        Just(i64::MIN),
        (i64::MIN..i64::MIN + 4),
        (i64::MAX - 4..=i64::MAX),
        ((1_i64 << 31) - 3..(1 << 31) + 3),
        any::<i64>(),
    ]
}

fn fraction() -> impl Strategy<Value = BigRational> {
    (word(), word().prop_filter("no denominator is zero", |word| *word != 0))
        .prop_map(|(numerator, denominator)| BigRational::new(numerator.into(), denominator.into()))
}

fn exact(number: &BigRational) -> Exact {
    number.clone().into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_operation_is_that_of_big_integers(one in fraction(), other in fraction(), third in fraction()) {
        let (a, b) = (exact(&one), exact(&other));
        prop_assert_eq!(&a + &b, exact(&(&one + &other)));
        prop_assert_eq!(&a - &b, exact(&(&one - &other)));
        prop_assert_eq!(&a * &b, exact(&(&one * &other)));
        if !other.is_zero() {
            prop_assert_eq!(&a / &b, exact(&(&one / &other)));
        }
        prop_assert_eq!(-a.clone(), exact(&-one.clone()));
        prop_assert_eq!(a.cmp(&b), one.cmp(&other));
        prop_assert_eq!(a == b, one == other);
        // What left the machine words comes back to them, and is the same number.
        let c = exact(&third);
        prop_assert_eq!(&(&a + &b) - &b, a.clone());
        prop_assert_eq!((&a + &c).cmp(&(&b + &c)), one.cmp(&other));
    }

    #[test]
    fn a_number_is_written_and_read_as_a_big_one(number in fraction()) {
        let exact = exact(&number);
        prop_assert_eq!(exact.to_string(), number.to_string());
        prop_assert_eq!(exact.to_string().parse::<Exact>().ok(), Some(exact.clone()));
        prop_assert_eq!((exact.numer(), exact.denom()), (number.numer().clone(), number.denom().clone()));
        prop_assert_eq!(exact.is_zero(), number.is_zero());
        prop_assert_eq!(exact.is_one(), number.is_one());
        prop_assert_eq!(exact.is_integer(), number.is_integer());
        prop_assert_eq!(exact.is_negative(), number < BigRational::zero());
        prop_assert_eq!(exact.floor(), number.floor().to_integer());
        prop_assert_eq!(exact.round(), number.round().to_integer());
        prop_assert!(!exact.abs().is_negative());
    }

    #[test]
    fn a_fraction_of_two_words_is_in_lowest_terms(numerator in word(), denominator in word()) {
        prop_assume!(denominator != 0);
        let big = BigRational::new(numerator.into(), denominator.into());
        prop_assert_eq!(ratio(numerator, denominator), exact(&big));
        prop_assert_eq!(Exact::new(numerator.into(), denominator.into()), exact(&big));
    }
}
