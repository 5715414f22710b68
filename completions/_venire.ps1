
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'venire' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'venire'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'venire' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('ask', 'ask', [CompletionResultType]::ParameterValue, 'Put a question to a panel; print every voice, the tally and the dissent')
            [CompletionResult]::new('gate', 'gate', [CompletionResultType]::ParameterValue, 'Let a panel vote on a change in git; the exit status says ship or hold')
            [CompletionResult]::new('plan', 'plan', [CompletionResultType]::ParameterValue, 'Show what `ask` or `gate` would do, with command lines, sizes and calls; spend nothing')
            [CompletionResult]::new('panel', 'panel', [CompletionResultType]::ParameterValue, 'Find, show, check and start panels')
            [CompletionResult]::new('agents', 'agents', [CompletionResultType]::ParameterValue, 'List the known agents: installed, version, signed in, how strongly read-only is held')
            [CompletionResult]::new('runs', 'runs', [CompletionResultType]::ParameterValue, 'Look at finished runs')
            [CompletionResult]::new('tally', 'tally', [CompletionResultType]::ParameterValue, 'Count ballots that were gathered elsewhere, one JSON object a line')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Allow the commands of panels that came with a repository')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            break
        }
        'venire;ask' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--panel', '--panel', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--seat', '--seat', [CompletionResultType]::ParameterName, 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, ''options=[A, B]''')
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'Set the strategy')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Set the threshold of a supermajority: 3/4, 75%')
            [CompletionResult]::new('--quorum', '--quorum', [CompletionResultType]::ParameterName, 'Set the least number of seats that must answer')
            [CompletionResult]::new('--stance', '--stance', [CompletionResultType]::ParameterName, 'Set a seat''s stance: critic=against')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Set a seat''s model: critic=opus')
            [CompletionResult]::new('--max-seats', '--max-seats', [CompletionResultType]::ParameterName, 'At most this many seats when every installed agent is seated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'A file that the seats see under a name of its own')
            [CompletionResult]::new('--image', '--image', [CompletionResultType]::ParameterName, 'An image that the seats see, for agents that can take one')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'A change: the work tree without RANGE; A..B or A...B with it')
            [CompletionResult]::new('--remote', '--remote', [CompletionResultType]::ParameterName, 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)')
            [CompletionResult]::new('--judge', '--judge', [CompletionResultType]::ParameterName, 'The judge: AGENT[:MODEL], no seat of the panel')
            [CompletionResult]::new('--sandbox', '--sandbox', [CompletionResultType]::ParameterName, 'Whether the kernel holds seats read-only: where it can, always, or not at all')
            [CompletionResult]::new('--isolate', '--isolate', [CompletionResultType]::ParameterName, 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Each seat''s time limit: 90s, 5m')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'The whole run''s time limit; seats that have answered by then are counted')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the result on standard output')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--skip-missing', '--skip-missing', [CompletionResultType]::ParameterName, 'Go on without seats whose agent is not installed; they stay in the count as skipped')
            [CompletionResult]::new('--panel-from-change', '--panel-from-change', [CompletionResultType]::ParameterName, 'Take a repository''s panel from the change under review, not from its base')
            [CompletionResult]::new('--stdin', '--stdin', [CompletionResultType]::ParameterName, 'Show the seats what standard input holds')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'The staged change (what `gate` takes by default)')
            [CompletionResult]::new('--pre-push', '--pre-push', [CompletionResultType]::ParameterName, 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input')
            [CompletionResult]::new('--synthesize', '--synthesize', [CompletionResultType]::ParameterName, 'Have a judge write a synthesis after the count')
            [CompletionResult]::new('--run-all', '--run-all', [CompletionResultType]::ParameterName, 'Ask every agent although a check with a veto failed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--no-progress', '--no-progress', [CompletionResultType]::ParameterName, 'One line per event in place of the live display')
            [CompletionResult]::new('--no-record', '--no-record', [CompletionResultType]::ParameterName, 'Keep no record of the run')
            [CompletionResult]::new('--advisory', '--advisory', [CompletionResultType]::ParameterName, 'Print everything and end with 0 whatever the decision')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;gate' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--panel', '--panel', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--seat', '--seat', [CompletionResultType]::ParameterName, 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, ''options=[A, B]''')
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'Set the strategy')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Set the threshold of a supermajority: 3/4, 75%')
            [CompletionResult]::new('--quorum', '--quorum', [CompletionResultType]::ParameterName, 'Set the least number of seats that must answer')
            [CompletionResult]::new('--stance', '--stance', [CompletionResultType]::ParameterName, 'Set a seat''s stance: critic=against')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Set a seat''s model: critic=opus')
            [CompletionResult]::new('--max-seats', '--max-seats', [CompletionResultType]::ParameterName, 'At most this many seats when every installed agent is seated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'A file that the seats see under a name of its own')
            [CompletionResult]::new('--image', '--image', [CompletionResultType]::ParameterName, 'An image that the seats see, for agents that can take one')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'A change: the work tree without RANGE; A..B or A...B with it')
            [CompletionResult]::new('--remote', '--remote', [CompletionResultType]::ParameterName, 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)')
            [CompletionResult]::new('--judge', '--judge', [CompletionResultType]::ParameterName, 'The judge: AGENT[:MODEL], no seat of the panel')
            [CompletionResult]::new('--sandbox', '--sandbox', [CompletionResultType]::ParameterName, 'Whether the kernel holds seats read-only: where it can, always, or not at all')
            [CompletionResult]::new('--isolate', '--isolate', [CompletionResultType]::ParameterName, 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Each seat''s time limit: 90s, 5m')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'The whole run''s time limit; seats that have answered by then are counted')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the result on standard output')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--skip-missing', '--skip-missing', [CompletionResultType]::ParameterName, 'Go on without seats whose agent is not installed; they stay in the count as skipped')
            [CompletionResult]::new('--panel-from-change', '--panel-from-change', [CompletionResultType]::ParameterName, 'Take a repository''s panel from the change under review, not from its base')
            [CompletionResult]::new('--stdin', '--stdin', [CompletionResultType]::ParameterName, 'Show the seats what standard input holds')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'The staged change (what `gate` takes by default)')
            [CompletionResult]::new('--pre-push', '--pre-push', [CompletionResultType]::ParameterName, 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input')
            [CompletionResult]::new('--synthesize', '--synthesize', [CompletionResultType]::ParameterName, 'Have a judge write a synthesis after the count')
            [CompletionResult]::new('--run-all', '--run-all', [CompletionResultType]::ParameterName, 'Ask every agent although a check with a veto failed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--no-progress', '--no-progress', [CompletionResultType]::ParameterName, 'One line per event in place of the live display')
            [CompletionResult]::new('--no-record', '--no-record', [CompletionResultType]::ParameterName, 'Keep no record of the run')
            [CompletionResult]::new('--advisory', '--advisory', [CompletionResultType]::ParameterName, 'Print everything and end with 0 whatever the decision')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;plan' {
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--panel', '--panel', [CompletionResultType]::ParameterName, 'The panel, by name or file')
            [CompletionResult]::new('--seat', '--seat', [CompletionResultType]::ParameterName, 'A seat, in place of a panel: AGENT[:MODEL][/STANCE] (may be given several times)')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a value of the panel for this run: quorum=2, seats.critic.model=opus, ''options=[A, B]''')
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'Set the strategy')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Set the threshold of a supermajority: 3/4, 75%')
            [CompletionResult]::new('--quorum', '--quorum', [CompletionResultType]::ParameterName, 'Set the least number of seats that must answer')
            [CompletionResult]::new('--stance', '--stance', [CompletionResultType]::ParameterName, 'Set a seat''s stance: critic=against')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Set a seat''s model: critic=opus')
            [CompletionResult]::new('--max-seats', '--max-seats', [CompletionResultType]::ParameterName, 'At most this many seats when every installed agent is seated')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'A file or glob that the seats see')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'A file that the seats see under a name of its own')
            [CompletionResult]::new('--image', '--image', [CompletionResultType]::ParameterName, 'An image that the seats see, for agents that can take one')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'A change: the work tree without RANGE; A..B or A...B with it')
            [CompletionResult]::new('--remote', '--remote', [CompletionResultType]::ParameterName, 'The remote that is pushed to, with --pre-push (a hook gets its name as the first argument)')
            [CompletionResult]::new('--judge', '--judge', [CompletionResultType]::ParameterName, 'The judge: AGENT[:MODEL], no seat of the panel')
            [CompletionResult]::new('--sandbox', '--sandbox', [CompletionResultType]::ParameterName, 'Whether the kernel holds seats read-only: where it can, always, or not at all')
            [CompletionResult]::new('--isolate', '--isolate', [CompletionResultType]::ParameterName, 'Whether each seat sees a copy of the tree of its own, which holds what is under review and nothing else')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Each seat''s time limit: 90s, 5m')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'The whole run''s time limit; seats that have answered by then are counted')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the result on standard output')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--gate', '--gate', [CompletionResultType]::ParameterName, 'Plan for `gate` in place of `ask`')
            [CompletionResult]::new('--skip-missing', '--skip-missing', [CompletionResultType]::ParameterName, 'Go on without seats whose agent is not installed; they stay in the count as skipped')
            [CompletionResult]::new('--panel-from-change', '--panel-from-change', [CompletionResultType]::ParameterName, 'Take a repository''s panel from the change under review, not from its base')
            [CompletionResult]::new('--stdin', '--stdin', [CompletionResultType]::ParameterName, 'Show the seats what standard input holds')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'The staged change (what `gate` takes by default)')
            [CompletionResult]::new('--pre-push', '--pre-push', [CompletionResultType]::ParameterName, 'What is about to be pushed, from the lines that git gives a pre-push hook on standard input')
            [CompletionResult]::new('--synthesize', '--synthesize', [CompletionResultType]::ParameterName, 'Have a judge write a synthesis after the count')
            [CompletionResult]::new('--run-all', '--run-all', [CompletionResultType]::ParameterName, 'Ask every agent although a check with a veto failed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--no-progress', '--no-progress', [CompletionResultType]::ParameterName, 'One line per event in place of the live display')
            [CompletionResult]::new('--no-record', '--no-record', [CompletionResultType]::ParameterName, 'Keep no record of the run')
            [CompletionResult]::new('--advisory', '--advisory', [CompletionResultType]::ParameterName, 'Print everything and end with 0 whatever the decision')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;panel' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the panels that can be found here, and where each comes from')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a panel')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check panel files; says what is wrong, where, and what is allowed there')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Write a commented starting point')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of panel files, for editors')
            break
        }
        'venire;panel;list' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;panel;show' {
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set a value, as for `ask`')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--effective', '--effective', [CompletionResultType]::ParameterName, 'After all its layers, with the layer that set each value')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;panel;check' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;panel;new' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Into this file, in place of the user''s panel folder')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Into this file, in place of the user''s panel folder')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;panel;schema' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Of agent definitions')
            [CompletionResult]::new('--configuration', '--configuration', [CompletionResultType]::ParameterName, 'Of the user''s config.yaml')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;agents' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List finished runs, newest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print the result of a run again')
            [CompletionResult]::new('tally', 'tally', [CompletionResultType]::ParameterValue, 'Count the stored answers of a run again, under its own rule or another one; the record stays as it is')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Say in plain words why the decision of a run came out as it did')
            [CompletionResult]::new('audit', 'audit', [CompletionResultType]::ParameterValue, 'Check the record of a run: that each part follows from the one before, and that none was changed')
            [CompletionResult]::new('resume', 'resume', [CompletionResultType]::ParameterValue, 'Go on with a run that was cut short: ask the seats that have no answer yet, and count')
            [CompletionResult]::new('prune', 'prune', [CompletionResultType]::ParameterValue, 'Remove old records; a run that goes on is never touched')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of the result document')
            break
        }
        'venire;runs;list' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;show' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;tally' {
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'The strategy')
            [CompletionResult]::new('--share-of', '--share-of', [CompletionResultType]::ParameterName, 'What the scores of `confidence-weighted` are divided by: panel, scores')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'The threshold, for strategies that have one: 3/4, 75%')
            [CompletionResult]::new('--quorum', '--quorum', [CompletionResultType]::ParameterName, 'The least number of seats that must have answered')
            [CompletionResult]::new('--min-lineages', '--min-lineages', [CompletionResultType]::ParameterName, 'The least number of vendors behind a winning pass')
            [CompletionResult]::new('--discount-correlated', '--discount-correlated', [CompletionResultType]::ParameterName, 'Seats of one vendor share the weight of one')
            [CompletionResult]::new('--tiebreak', '--tiebreak', [CompletionResultType]::ParameterName, 'What breaks a tie')
            [CompletionResult]::new('--safety-order', '--safety-order', [CompletionResultType]::ParameterName, 'The options, safest first: HOLD,SHIP')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;audit' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'format')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;resume' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the result on standard output')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the result to this file in place of standard output')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing while the run goes on')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Print takeaways, risks and evidence in full')
            [CompletionResult]::new('--no-progress', '--no-progress', [CompletionResultType]::ParameterName, 'One line per event in place of the live display')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;prune' {
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Keep this many of the newest')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Keep those that are not older than this: 12h, 30d, 8w')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Say what would go, and remove nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;runs;schema' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;tally' {
            [CompletionResult]::new('--roster', '--roster', [CompletionResultType]::ParameterName, 'How many seats could vote on each item; those without a line are missing and stay in the count')
            [CompletionResult]::new('--option', '--option', [CompletionResultType]::ParameterName, 'An option and its effect (pass, block, revise, escalate), once for each; without any, SHIP=pass and HOLD=block')
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'The strategy')
            [CompletionResult]::new('--share-of', '--share-of', [CompletionResultType]::ParameterName, 'What the scores of `confidence-weighted` are divided by: panel, scores')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'The threshold, for strategies that have one: 3/4, 75%')
            [CompletionResult]::new('--quorum', '--quorum', [CompletionResultType]::ParameterName, 'The least number of seats that must have answered')
            [CompletionResult]::new('--min-lineages', '--min-lineages', [CompletionResultType]::ParameterName, 'The least number of vendors behind a winning pass')
            [CompletionResult]::new('--discount-correlated', '--discount-correlated', [CompletionResultType]::ParameterName, 'Seats of one vendor share the weight of one')
            [CompletionResult]::new('--tiebreak', '--tiebreak', [CompletionResultType]::ParameterName, 'What breaks a tie')
            [CompletionResult]::new('--safety-order', '--safety-order', [CompletionResultType]::ParameterName, 'The options, safest first: HOLD,SHIP')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the result: a line an item, one document, or one JSON object an item')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;trust' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List what is trusted')
            [CompletionResult]::new('--revoke', '--revoke', [CompletionResultType]::ParameterName, 'Trust these files no longer')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;completions' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'venire;man' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this configuration folder in place of the user''s own')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour: `auto` follows the terminal, NO_COLOR, CLICOLOR_FORCE and TERM')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
