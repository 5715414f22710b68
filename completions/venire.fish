# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_venire_global_optspecs
    string join \n C= config= color= h/help V/version
end

function __fish_venire_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_venire_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_venire_using_subcommand
    set -l cmd (__fish_venire_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c venire -n "__fish_venire_needs_command" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_needs_command" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_needs_command" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_needs_command" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_needs_command" -s V -l version -d 'Print version'
complete -c venire -n "__fish_venire_needs_command" -f -a "ask" -d 'Put a question to a panel; print every voice, the tally and the dissent'
complete -c venire -n "__fish_venire_needs_command" -f -a "gate" -d 'Let a panel vote on a change in git; the exit status says ship or hold'
complete -c venire -n "__fish_venire_needs_command" -f -a "plan" -d 'Show what `ask` or `gate` would do, with command lines, sizes and calls; spend nothing'
complete -c venire -n "__fish_venire_needs_command" -f -a "panel" -d 'Find, show, check and start panels'
complete -c venire -n "__fish_venire_needs_command" -f -a "agents" -d 'List the known agents: installed, version, signed in, how strongly read-only is held'
complete -c venire -n "__fish_venire_needs_command" -f -a "runs" -d 'Look at finished runs'
complete -c venire -n "__fish_venire_needs_command" -f -a "tally" -d 'Count ballots that were gathered elsewhere, one JSON object a line'
complete -c venire -n "__fish_venire_needs_command" -f -a "trust" -d 'Allow the commands of panels that came with a repository'
complete -c venire -n "__fish_venire_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c venire -n "__fish_venire_needs_command" -f -a "man" -d 'Print the manual page'
complete -c venire -n "__fish_venire_using_subcommand ask" -s p -l panel -d 'The panel, by name or file' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l seat -d 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l set -d 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, \'options=[A, B]\'' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l strategy -d 'Set the strategy' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l threshold -d 'Set the threshold of a supermajority: 3/4, 75%' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l quorum -d 'Set the least number of seats that must answer' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l stance -d 'Set a seat\'s stance: critic=against' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l model -d 'Set a seat\'s model: critic=opus' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l max-seats -d 'At most this many seats when every installed agent is seated' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -s f -l file -d 'A file or glob that the seats see' -r -F
complete -c venire -n "__fish_venire_using_subcommand ask" -l context -d 'A file that the seats see under a name of its own' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l image -d 'An image that the seats see, for agents that can take one' -r -F
complete -c venire -n "__fish_venire_using_subcommand ask" -l diff -d 'A change: the work tree without RANGE; A..B or A...B with it' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l remote -d 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l judge -d 'The judge: AGENT[:MODEL], no seat of the panel' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l sandbox -d 'Whether the kernel holds seats read-only: where it can, always, or not at all' -r -f -a "auto\t''
require\t''
off\t''"
complete -c venire -n "__fish_venire_using_subcommand ask" -l isolate -d 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else' -r -f -a "none\t''
worktree\t''"
complete -c venire -n "__fish_venire_using_subcommand ask" -l timeout -d 'Each seat\'s time limit: 90s, 5m' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l budget -d 'The whole run\'s time limit; seats that have answered by then are counted' -r
complete -c venire -n "__fish_venire_using_subcommand ask" -l format -d 'The form of the result on standard output' -r -f -a "text\t''
markdown\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand ask" -s o -l output -d 'Write the result to this file in place of standard output' -r -F
complete -c venire -n "__fish_venire_using_subcommand ask" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand ask" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand ask" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand ask" -l skip-missing -d 'Go on without seats whose agent is not installed; they stay in the count as skipped'
complete -c venire -n "__fish_venire_using_subcommand ask" -l panel-from-change -d 'Take a repository\'s panel from the change under review, not from its base'
complete -c venire -n "__fish_venire_using_subcommand ask" -l stdin -d 'Show the seats what standard input holds'
complete -c venire -n "__fish_venire_using_subcommand ask" -l staged -d 'The staged change (what `gate` takes by default)'
complete -c venire -n "__fish_venire_using_subcommand ask" -l pre-push -d 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input'
complete -c venire -n "__fish_venire_using_subcommand ask" -l synthesize -d 'Have a judge write a synthesis after the count'
complete -c venire -n "__fish_venire_using_subcommand ask" -l run-all -d 'Ask every agent although a check with a veto failed'
complete -c venire -n "__fish_venire_using_subcommand ask" -s q -l quiet -d 'Say nothing while the run goes on'
complete -c venire -n "__fish_venire_using_subcommand ask" -s v -l verbose -d 'Print takeaways, risks and evidence in full'
complete -c venire -n "__fish_venire_using_subcommand ask" -l no-progress -d 'One line per event in place of the live display'
complete -c venire -n "__fish_venire_using_subcommand ask" -l no-record -d 'Keep no record of the run'
complete -c venire -n "__fish_venire_using_subcommand ask" -l advisory -d 'Print everything and end with 0 whatever the decision'
complete -c venire -n "__fish_venire_using_subcommand ask" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand gate" -s p -l panel -d 'The panel, by name or file' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l seat -d 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l set -d 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, \'options=[A, B]\'' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l strategy -d 'Set the strategy' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l threshold -d 'Set the threshold of a supermajority: 3/4, 75%' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l quorum -d 'Set the least number of seats that must answer' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l stance -d 'Set a seat\'s stance: critic=against' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l model -d 'Set a seat\'s model: critic=opus' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l max-seats -d 'At most this many seats when every installed agent is seated' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -s f -l file -d 'A file or glob that the seats see' -r -F
complete -c venire -n "__fish_venire_using_subcommand gate" -l context -d 'A file that the seats see under a name of its own' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l image -d 'An image that the seats see, for agents that can take one' -r -F
complete -c venire -n "__fish_venire_using_subcommand gate" -l diff -d 'A change: the work tree without RANGE; A..B or A...B with it' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l remote -d 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l judge -d 'The judge: AGENT[:MODEL], no seat of the panel' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l sandbox -d 'Whether the kernel holds seats read-only: where it can, always, or not at all' -r -f -a "auto\t''
require\t''
off\t''"
complete -c venire -n "__fish_venire_using_subcommand gate" -l isolate -d 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else' -r -f -a "none\t''
worktree\t''"
complete -c venire -n "__fish_venire_using_subcommand gate" -l timeout -d 'Each seat\'s time limit: 90s, 5m' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l budget -d 'The whole run\'s time limit; seats that have answered by then are counted' -r
complete -c venire -n "__fish_venire_using_subcommand gate" -l format -d 'The form of the result on standard output' -r -f -a "text\t''
markdown\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand gate" -s o -l output -d 'Write the result to this file in place of standard output' -r -F
complete -c venire -n "__fish_venire_using_subcommand gate" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand gate" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand gate" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand gate" -l skip-missing -d 'Go on without seats whose agent is not installed; they stay in the count as skipped'
complete -c venire -n "__fish_venire_using_subcommand gate" -l panel-from-change -d 'Take a repository\'s panel from the change under review, not from its base'
complete -c venire -n "__fish_venire_using_subcommand gate" -l stdin -d 'Show the seats what standard input holds'
complete -c venire -n "__fish_venire_using_subcommand gate" -l staged -d 'The staged change (what `gate` takes by default)'
complete -c venire -n "__fish_venire_using_subcommand gate" -l pre-push -d 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input'
complete -c venire -n "__fish_venire_using_subcommand gate" -l synthesize -d 'Have a judge write a synthesis after the count'
complete -c venire -n "__fish_venire_using_subcommand gate" -l run-all -d 'Ask every agent although a check with a veto failed'
complete -c venire -n "__fish_venire_using_subcommand gate" -s q -l quiet -d 'Say nothing while the run goes on'
complete -c venire -n "__fish_venire_using_subcommand gate" -s v -l verbose -d 'Print takeaways, risks and evidence in full'
complete -c venire -n "__fish_venire_using_subcommand gate" -l no-progress -d 'One line per event in place of the live display'
complete -c venire -n "__fish_venire_using_subcommand gate" -l no-record -d 'Keep no record of the run'
complete -c venire -n "__fish_venire_using_subcommand gate" -l advisory -d 'Print everything and end with 0 whatever the decision'
complete -c venire -n "__fish_venire_using_subcommand gate" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand plan" -s p -l panel -d 'The panel, by name or file' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l seat -d 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l set -d 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, \'options=[A, B]\'' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l strategy -d 'Set the strategy' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l threshold -d 'Set the threshold of a supermajority: 3/4, 75%' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l quorum -d 'Set the least number of seats that must answer' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l stance -d 'Set a seat\'s stance: critic=against' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l model -d 'Set a seat\'s model: critic=opus' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l max-seats -d 'At most this many seats when every installed agent is seated' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -s f -l file -d 'A file or glob that the seats see' -r -F
complete -c venire -n "__fish_venire_using_subcommand plan" -l context -d 'A file that the seats see under a name of its own' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l image -d 'An image that the seats see, for agents that can take one' -r -F
complete -c venire -n "__fish_venire_using_subcommand plan" -l diff -d 'A change: the work tree without RANGE; A..B or A...B with it' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l remote -d 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l judge -d 'The judge: AGENT[:MODEL], no seat of the panel' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l sandbox -d 'Whether the kernel holds seats read-only: where it can, always, or not at all' -r -f -a "auto\t''
require\t''
off\t''"
complete -c venire -n "__fish_venire_using_subcommand plan" -l isolate -d 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else' -r -f -a "none\t''
worktree\t''"
complete -c venire -n "__fish_venire_using_subcommand plan" -l timeout -d 'Each seat\'s time limit: 90s, 5m' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l budget -d 'The whole run\'s time limit; seats that have answered by then are counted' -r
complete -c venire -n "__fish_venire_using_subcommand plan" -l format -d 'The form of the result on standard output' -r -f -a "text\t''
markdown\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand plan" -s o -l output -d 'Write the result to this file in place of standard output' -r -F
complete -c venire -n "__fish_venire_using_subcommand plan" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand plan" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand plan" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand plan" -l gate -d 'Plan for `gate` in place of `ask`'
complete -c venire -n "__fish_venire_using_subcommand plan" -l skip-missing -d 'Go on without seats whose agent is not installed; they stay in the count as skipped'
complete -c venire -n "__fish_venire_using_subcommand plan" -l panel-from-change -d 'Take a repository\'s panel from the change under review, not from its base'
complete -c venire -n "__fish_venire_using_subcommand plan" -l stdin -d 'Show the seats what standard input holds'
complete -c venire -n "__fish_venire_using_subcommand plan" -l staged -d 'The staged change (what `gate` takes by default)'
complete -c venire -n "__fish_venire_using_subcommand plan" -l pre-push -d 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input'
complete -c venire -n "__fish_venire_using_subcommand plan" -l synthesize -d 'Have a judge write a synthesis after the count'
complete -c venire -n "__fish_venire_using_subcommand plan" -l run-all -d 'Ask every agent although a check with a veto failed'
complete -c venire -n "__fish_venire_using_subcommand plan" -s q -l quiet -d 'Say nothing while the run goes on'
complete -c venire -n "__fish_venire_using_subcommand plan" -s v -l verbose -d 'Print takeaways, risks and evidence in full'
complete -c venire -n "__fish_venire_using_subcommand plan" -l no-progress -d 'One line per event in place of the live display'
complete -c venire -n "__fish_venire_using_subcommand plan" -l no-record -d 'Keep no record of the run'
complete -c venire -n "__fish_venire_using_subcommand plan" -l advisory -d 'Print everything and end with 0 whatever the decision'
complete -c venire -n "__fish_venire_using_subcommand plan" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -f -a "list" -d 'List the panels that can be found here, and where each comes from'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -f -a "show" -d 'Print a panel'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -f -a "check" -d 'Check panel files; says what is wrong, where, and what is allowed there'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -f -a "new" -d 'Write a commented starting point'
complete -c venire -n "__fish_venire_using_subcommand panel; and not __fish_seen_subcommand_from list show check new schema" -f -a "schema" -d 'Print the JSON Schema of panel files, for editors'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from list" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from list" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from list" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -l set -d 'Set a value, as for `ask`' -r
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -l effective -d 'After all its layers, with the layer that set each value'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from check" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from check" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from check" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from new" -s o -l output -d 'Into this file, in place of the user\'s panel folder' -r -F
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from new" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from new" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from new" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from new" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -l agent -d 'Of agent definitions'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -l configuration -d 'Of the user\'s config.yaml'
complete -c venire -n "__fish_venire_using_subcommand panel; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand agents" -l format -r -f -a "text\t''
json\t''"
complete -c venire -n "__fish_venire_using_subcommand agents" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand agents" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand agents" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand agents" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "list" -d 'List finished runs, newest first'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "show" -d 'Print the result of a run again'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "tally" -d 'Count the stored answers of a run again, under its own rule or another one; the record stays as it is'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "explain" -d 'Say in plain words why the decision of a run came out as it did'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "audit" -d 'Check the record of a run: that each part follows from the one before, and that none was changed'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "resume" -d 'Go on with a run that was cut short: ask the seats that have no answer yet, and count'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "prune" -d 'Remove old records; a run that goes on is never touched'
complete -c venire -n "__fish_venire_using_subcommand runs; and not __fish_seen_subcommand_from list show tally explain audit resume prune schema" -f -a "schema" -d 'Print the JSON Schema of the result document'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from list" -l format -r -f -a "text\t''
json\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from list" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from list" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from list" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -l format -r -f -a "text\t''
markdown\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Print takeaways, risks and evidence in full'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l strategy -d 'The strategy' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l share-of -d 'What the scores of `confidence-weighted` are divided by: panel, scores' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l threshold -d 'The threshold, for strategies that have one: 3/4, 75%' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l quorum -d 'The least number of seats that must have answered' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l min-lineages -d 'The least number of vendors behind a winning pass' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l discount-correlated -d 'Seats of one vendor share the weight of one' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l tiebreak -d 'What breaks a tie' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l safety-order -d 'The options, safest first: HOLD,SHIP' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l format -r -f -a "text\t''
json\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from tally" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from explain" -l format -r -f -a "text\t''
json\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from explain" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from explain" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from explain" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from explain" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from audit" -l format -r -f -a "text\t''
json\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from audit" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from audit" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from audit" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from audit" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -l format -d 'The form of the result on standard output' -r -f -a "text\t''
markdown\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -s o -l output -d 'Write the result to this file in place of standard output' -r -F
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -s q -l quiet -d 'Say nothing while the run goes on'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -s v -l verbose -d 'Print takeaways, risks and evidence in full'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -l no-progress -d 'One line per event in place of the live display'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from resume" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -l keep -d 'Keep this many of the newest' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -l older-than -d 'Keep those that are not older than this: 12h, 30d, 8w' -r
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -l dry-run -d 'Say what would go, and remove nothing'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from prune" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from schema" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from schema" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from schema" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand runs; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand tally" -l roster -d 'How many seats could vote on each item; those without a line are missing and stay in the count' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l option -d 'An option and its effect (pass, block, revise, escalate), once for each; without any, SHIP=pass and HOLD=block' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l strategy -d 'The strategy' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l share-of -d 'What the scores of `confidence-weighted` are divided by: panel, scores' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l threshold -d 'The threshold, for strategies that have one: 3/4, 75%' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l quorum -d 'The least number of seats that must have answered' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l min-lineages -d 'The least number of vendors behind a winning pass' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l discount-correlated -d 'Seats of one vendor share the weight of one' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l tiebreak -d 'What breaks a tie' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l safety-order -d 'The options, safest first: HOLD,SHIP' -r
complete -c venire -n "__fish_venire_using_subcommand tally" -l format -d 'The form of the result: a line an item, one document, or one JSON object an item' -r -f -a "text\t''
json\t''
jsonl\t''"
complete -c venire -n "__fish_venire_using_subcommand tally" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand tally" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand tally" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand tally" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand trust" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand trust" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand trust" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand trust" -l list -d 'List what is trusted'
complete -c venire -n "__fish_venire_using_subcommand trust" -l revoke -d 'Trust these files no longer'
complete -c venire -n "__fish_venire_using_subcommand trust" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand completions" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand completions" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand completions" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand completions" -s h -l help -d 'Print help'
complete -c venire -n "__fish_venire_using_subcommand man" -s C -d 'Run as if started in this folder' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand man" -l config -d 'Use this configuration folder in place of the user\'s own' -r -f -a "(__fish_complete_directories)"
complete -c venire -n "__fish_venire_using_subcommand man" -l color -d 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM' -r -f -a "auto\t''
always\t''
never\t''"
complete -c venire -n "__fish_venire_using_subcommand man" -s h -l help -d 'Print help'
