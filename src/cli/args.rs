//! What was typed: a plain picture of the command line. No file, no environment, no policy.

use std::path::PathBuf;

use clap::builder::ValueHint;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::complete;

const ABOUT: &str = "Panels of AI agents vote on a question or a change, and the count decides";

const AFTER_HELP: &str = "\
Exit status of `gate`:
  0  pass, or nothing to review        4  too few usable answers
  1  block or revise                  70  a fault of venire's own
  2  wrong usage                     130  interrupted
  3  undecided                       143  terminated
`ask` ends with 0 when a decision was reached, whatever it is.

Try it with no agent installed:  venire ask --panel offline";

#[derive(Debug, Parser)]
#[command(name = "venire", version, about = ABOUT, after_help = AFTER_HELP, max_term_width = 110)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalArgs,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
pub struct GlobalArgs {
    /// Run as if started in this folder
    #[arg(short = 'C', global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: Option<PathBuf>,
    /// Use this configuration folder in place of the user's own
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub config: Option<PathBuf>,
    /// Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM
    #[arg(long, global = true, value_enum, value_name = "WHEN")]
    pub color: Option<Colour>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Put a question to a panel; print every voice, the tally and the dissent
    Ask(RunArgs),
    /// Let a panel vote on a change in git; the exit status says ship or hold
    Gate(RunArgs),
    /// Show what `ask` or `gate` would do, with command lines, sizes and calls; spend nothing
    Plan(PlanArgs),
    /// Find, show, check and start panels
    Panel {
        #[command(subcommand)]
        command: PanelCommand,
    },
    /// List the known agents: installed, version, signed in, how strongly read-only is held
    Agents(AgentsArgs),
    /// Look at finished runs
    Runs {
        #[command(subcommand)]
        command: RunsCommand,
    },
    /// Count ballots that were gathered elsewhere, one JSON object a line
    Tally(TallyArgs),
    /// Allow the commands of panels that came with a repository
    Trust(TrustArgs),
    /// Print the completion script of a shell
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Plan for `gate` in place of `ask`
    #[arg(long)]
    pub gate: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// The question; `-` reads standard input, `@FILE` a file; without one, the panel's own
    #[arg(value_name = "QUESTION")]
    pub question: Option<String>,

    /// The panel, by name or file
    #[arg(short, long, value_name = "NAME|FILE", help_heading = "Panel", add = ArgValueCandidates::new(complete::panels))]
    pub panel: Option<String>,
    /// A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)
    #[arg(long, value_name = "SEAT", help_heading = "Panel", conflicts_with = "panel", add = ArgValueCandidates::new(complete::agents))]
    pub seat: Vec<String>,
    /// Set a value of the panel for this run: quorum=2, seats.critic.model=opus, 'options=[A, B]'
    #[arg(long, value_name = "PATH=VALUE", help_heading = "Panel")]
    pub set: Vec<String>,
    /// Set the strategy
    #[arg(long, value_name = "STRATEGY", help_heading = "Panel")]
    pub strategy: Option<String>,
    /// Set the threshold of a supermajority: 3/4, 75%
    #[arg(long, value_name = "SHARE", help_heading = "Panel")]
    pub threshold: Option<String>,
    /// Set the least number of seats that must answer
    #[arg(long, value_name = "COUNT", help_heading = "Panel")]
    pub quorum: Option<String>,
    /// Set a seat's stance: critic=against
    #[arg(long, value_name = "SEAT=STANCE", help_heading = "Panel")]
    pub stance: Vec<String>,
    /// Set a seat's model: critic=opus
    #[arg(long, value_name = "SEAT=MODEL", help_heading = "Panel")]
    pub model: Vec<String>,
    /// Go on without seats whose agent is not installed; they stay in the count as skipped
    #[arg(long, help_heading = "Panel")]
    pub skip_missing: bool,
    /// At most this many seats when every installed agent is seated
    #[arg(long, value_name = "COUNT", default_value_t = 8, help_heading = "Panel")]
    pub max_seats: usize,
    /// Take a repository's panel from the change under review, not from its base
    #[arg(long, help_heading = "Panel")]
    pub panel_from_change: bool,

    /// A file or glob that the seats see
    #[arg(short, long, value_name = "PATH|GLOB", help_heading = "What the seats see", value_hint = ValueHint::FilePath)]
    pub file: Vec<String>,
    /// A file that the seats see under a name of its own
    #[arg(long, value_name = "NAME=PATH", help_heading = "What the seats see")]
    pub context: Vec<String>,
    /// An image that the seats see, for agents that can take one
    #[arg(long, value_name = "PATH", help_heading = "What the seats see", value_hint = ValueHint::FilePath)]
    pub image: Vec<PathBuf>,
    /// Show the seats what standard input holds
    #[arg(long, help_heading = "What the seats see")]
    pub stdin: bool,
    /// A change: the work tree without RANGE; A..B or A...B with it
    #[arg(long, value_name = "RANGE", num_args = 0..=1, default_missing_value = "", help_heading = "What the seats see", conflicts_with_all = ["staged", "pre_push"])]
    pub diff: Option<String>,
    /// The staged change (what `gate` takes by default)
    #[arg(long, help_heading = "What the seats see", conflicts_with = "pre_push")]
    pub staged: bool,
    /// What is about to be pushed, from the lines that git gives a pre-push hook on standard input
    #[arg(long, help_heading = "What the seats see", conflicts_with = "stdin")]
    pub pre_push: bool,
    /// The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)
    #[arg(long, value_name = "NAME", default_value = "origin", help_heading = "What the seats see")]
    pub remote: String,

    /// Have a judge write a synthesis after the count
    #[arg(long, help_heading = "Synthesis")]
    pub synthesize: bool,
    /// The judge: AGENT[:MODEL], no seat of the panel
    #[arg(long, value_name = "AGENT", help_heading = "Synthesis", add = ArgValueCandidates::new(complete::agents))]
    pub judge: Option<String>,

    /// Whether the kernel holds seats read-only: where it can, always, or not at all
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Limits")]
    pub sandbox: Option<Sandbox>,
    /// Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else
    #[arg(long, value_name = "HOW", value_parser = ["none", "worktree"], help_heading = "Limits")]
    pub isolate: Option<String>,
    /// Each seat's time limit: 90s, 5m
    #[arg(long, value_name = "SPAN", help_heading = "Limits")]
    pub timeout: Option<String>,
    /// The whole run's time limit; seats that have answered by then are counted
    #[arg(long, value_name = "SPAN", help_heading = "Limits")]
    pub budget: Option<String>,
    /// Ask every agent although a check with a veto failed
    #[arg(long, help_heading = "Limits")]
    pub run_all: bool,

    #[command(flatten)]
    pub show: ShowArgs,
    /// Keep no record of the run
    #[arg(long, help_heading = "Output")]
    pub no_record: bool,
    /// Print everything and end with 0 whatever the decision
    #[arg(long, help_heading = "Output")]
    pub advisory: bool,
}

/// How a run is shown while it goes on and when it is over.
#[derive(Debug, Clone, Args)]
pub struct ShowArgs {
    /// The form of the result on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: Format,
    /// Write the result to this file in place of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Say nothing while the run goes on
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Print takeaways, risks and evidence in full
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
    /// One line per event in place of the live display
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sandbox {
    Auto,
    Require,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Markdown,
    Json,
    Jsonl,
}

#[derive(Debug, Subcommand)]
pub enum PanelCommand {
    /// List the panels that can be found here, and where each comes from
    List,
    /// Print a panel
    Show {
        /// The panel, by name or file
        #[arg(value_name = "NAME|FILE", add = ArgValueCandidates::new(complete::panels))]
        name: String,
        /// After all its layers, with the layer that set each value
        #[arg(long)]
        effective: bool,
        /// Set a value, as for `ask`
        #[arg(long, value_name = "PATH=VALUE")]
        set: Vec<String>,
    },
    /// Check panel files; says what is wrong, where, and what is allowed there
    Check {
        /// The files; a panel's name is understood too
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<String>,
    },
    /// Write a commented starting point
    New {
        /// The name: letters, digits, `-` and `_`
        name: String,
        /// Into this file, in place of the user's panel folder
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
    /// Print the JSON Schema of panel files, for editors
    Schema {
        /// Of agent definitions
        #[arg(long, conflicts_with = "config_file")]
        agent: bool,
        /// Of the user's config.yaml
        #[arg(long = "configuration", id = "config_file")]
        config_file: bool,
    },
}

#[derive(Debug, Args)]
pub struct AgentsArgs {
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    Text,
    Json,
}

#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// List finished runs, newest first
    List {
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: ListFormat,
    },
    /// Print the result of a run again
    Show {
        /// The run's id, the beginning of it, or `latest`
        #[arg(default_value = "latest", add = ArgValueCandidates::new(complete::runs))]
        id: String,
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: Format,
        /// Print takeaways, risks and evidence in full
        #[arg(short, long)]
        verbose: bool,
    },
    /// Count the stored answers of a run again, under its own rule or another one; the record stays as it is
    Tally(RecountArgs),
    /// Say in plain words why the decision of a run came out as it did
    Explain {
        /// The run's id, the beginning of it, or `latest`
        #[arg(default_value = "latest", add = ArgValueCandidates::new(complete::runs))]
        id: String,
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: ListFormat,
    },
    /// Check the record of a run: that each part follows from the one before, and that none was changed
    Audit {
        /// The run's id, the beginning of it, or `latest`
        #[arg(default_value = "latest", add = ArgValueCandidates::new(complete::runs))]
        id: String,
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: ListFormat,
    },
    /// Go on with a run that was cut short: ask the seats that have no answer yet, and count
    Resume(ResumeArgs),
    /// Remove old records; a run that goes on is never touched
    Prune(PruneArgs),
    /// Print the JSON Schema of the result document
    Schema,
}

#[derive(Debug, Args)]
pub struct RecountArgs {
    /// The run's id, the beginning of it, or `latest`
    #[arg(default_value = "latest", add = ArgValueCandidates::new(complete::runs))]
    pub id: String,
    #[command(flatten)]
    pub rule: RuleArgs,
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
}

/// The rule of a count, in the words of a panel.
#[derive(Debug, Clone, Default, Args)]
pub struct RuleArgs {
    /// The strategy
    #[arg(long, value_name = "STRATEGY", help_heading = "Rule")]
    pub strategy: Option<String>,
    /// What the scores of `confidence-weighted` are divided by: panel, scores
    #[arg(long, value_name = "WHOLE", help_heading = "Rule")]
    pub share_of: Option<String>,
    /// The threshold, for strategies that have one: 3/4, 75%
    #[arg(long, value_name = "SHARE", help_heading = "Rule")]
    pub threshold: Option<String>,
    /// The least number of seats that must have answered
    #[arg(long, value_name = "COUNT", help_heading = "Rule")]
    pub quorum: Option<String>,
    /// The least number of vendors behind a winning pass
    #[arg(long, value_name = "COUNT", help_heading = "Rule")]
    pub min_lineages: Option<String>,
    /// Seats of one vendor share the weight of one
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = "Rule")]
    pub discount_correlated: Option<String>,
    /// What breaks a tie
    #[arg(long, value_name = "TIEBREAK", help_heading = "Rule")]
    pub tiebreak: Option<String>,
    /// The options, safest first: HOLD,SHIP
    #[arg(long, value_name = "LABELS", value_delimiter = ',', help_heading = "Rule")]
    pub safety_order: Vec<String>,
}

#[derive(Debug, Args)]
pub struct TallyArgs {
    /// The ballots, one JSON object a line; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: String,
    /// How many seats could vote on each item; those without a line are missing and stay in the count
    #[arg(long, value_name = "COUNT")]
    pub roster: usize,
    /// An option and its effect (pass, block, revise, escalate), once for each; without any, SHIP=pass and HOLD=block
    #[arg(long, value_name = "LABEL[=EFFECT]", help_heading = "Rule")]
    pub option: Vec<String>,
    #[command(flatten)]
    pub rule: RuleArgs,
    /// The form of the result: a line an item, one document, or one JSON object an item
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: TallyFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TallyFormat {
    Text,
    Json,
    Jsonl,
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The run's id, the beginning of it, or `latest`
    #[arg(add = ArgValueCandidates::new(complete::runs))]
    pub id: String,
    #[command(flatten)]
    pub show: ShowArgs,
}

#[derive(Debug, Args)]
pub struct PruneArgs {
    /// Keep this many of the newest
    #[arg(long, value_name = "COUNT")]
    pub keep: Option<usize>,
    /// Keep those that are not older than this: 12h, 30d, 8w
    #[arg(long, value_name = "SPAN")]
    pub older_than: Option<String>,
    /// Say what would go, and remove nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct TrustArgs {
    /// The files to trust; without any, the panels of this repository
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// List what is trusted
    #[arg(long, conflicts_with_all = ["revoke", "files"])]
    pub list: bool,
    /// Trust these files no longer
    #[arg(long)]
    pub revoke: bool,
}
