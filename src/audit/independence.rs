//! Whether the seats are voices of their own, and the judge none of them.

use serde_json::Value;

use super::Recorded;

/// What makes a voice, beside who answers.
const VOICE: [&str; 7] = ["kind", "agent", "model", "stance", "stance_prompt", "role", "rubric"];

/// The seats that are alike in all that makes a voice. What a rubric seat requires is not in the plan, so those are
/// left out.
pub(super) fn same_voices(recorded: &Recorded) -> Vec<String> {
    let empty = vec![];
    let seats = recorded.plan["seats"].as_array().unwrap_or(&empty);
    let voice = |seat: &Value| -> Vec<Value> {
        let work = ["items", "check"].map(|key| seat["work"][key].clone());
        VOICE.iter().map(|key| seat[*key].clone()).chain(work).collect()
    };
    let mut reasons = vec![];
    for (place, seat) in seats.iter().enumerate() {
        let earlier = seats.iter().take(place).find(|other| voice(other) == voice(seat));
        if let Some(earlier) = earlier.filter(|_| seat["kind"] != "rubric") {
            let id = |seat: &Value| seat["id"].as_str().unwrap_or_default().to_owned();
            reasons.push(format!("{} and {} are the same voice twice.", id(earlier), id(seat)));
        }
    }
    reasons
}

/// The seat that the judge is, if it is one.
pub(super) fn judge(recorded: &Recorded) -> Vec<String> {
    let planned = recorded.plan["judge"].as_str();
    let wrote = recorded.run.synthesis.as_ref().map(|synthesis| synthesis.judge.as_str());
    let mut reasons = vec![];
    for judge in planned.into_iter().chain(wrote.filter(|wrote| Some(*wrote) != planned)) {
        let sits = recorded.run.seats.iter().find(|seat| match &seat.model {
            Some(model) => judge == format!("{}:{model}", seat.agent),
            None => judge == seat.agent,
        });
        if let Some(seat) = sits {
            reasons.push(format!("The judge {judge} is the seat {}.", seat.id));
        }
    }
    if wrote.is_some() && wrote != planned {
        reasons.push("The judge in run.json is not the one in plan.json.".to_owned());
    }
    reasons
}
