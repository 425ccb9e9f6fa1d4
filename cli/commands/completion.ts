import { type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { GLOBAL_OPTIONS } from '../arguments/parse-arguments.ts'
import { usageError } from '../cli-error.ts'

/** What may follow words that were typed: `runs` is followed by `watch`, `cancel` and the options of `runs`. */
function listFollowing(commands: readonly CommandSpec[]): Map<string, string[]> {
  const following = new Map<string, Set<string>>()
  const add = (words: string, next: string) =>
    following.set(words, (following.get(words) ?? new Set()).add(next))
  for (const { name, options } of commands) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) add(words.slice(0, at).join(' '), word)
    for (const option of [...Object.keys(options), ...Object.keys(GLOBAL_OPTIONS)]) add(name, `--${option}`)
  }
  return new Map([...following].map(([words, next]) => [words, [...next]]))
}

// Names of commands and options are letters, digits and dashes, so that they need no quotes in any shell.
const SHELLS: Record<string, (following: Map<string, string[]>) => string> = {
  bash: (following) => `_leadwright() {
  local typed="" word current="\${COMP_WORDS[COMP_CWORD]}" next=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] || typed="\${typed:+$typed }$word"
  done
  while :; do
    case "$typed" in
${[...following].map(([words, next]) => `      "${words}") next="${next.join(' ')}"; break ;;`).join('\n')}
      *' '*) typed="\${typed% *}" ;;
      *) break ;;
    esac
  done
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -o default -F _leadwright leadwright`,
  zsh: (following) => `autoload -Uz bashcompinit && bashcompinit
${SHELLS.bash?.(following)}`,
  fish: (following) => `complete -c leadwright -f
${[...following]
  .map(([words, next]) => {
    const typed =
      words === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${words.split(' ').at(-1)}`
    const options = next.filter((word) => word.startsWith('--')).map((word) => `-l ${word.slice(2)}`)
    const names = next.filter((word) => !word.startsWith('--'))
    return [
      ...(names.length > 0 ? [`complete -c leadwright -n '${typed}' -a '${names.join(' ')}'`] : []),
      ...options.map((option) => `complete -c leadwright -n '${typed}' ${option}`),
    ].join('\n')
  })
  .join('\n')}`,
}

/** `leadwright completion SHELL` for the given table: a script for the shell's configuration. */
export function createCompletionCommand(commands: readonly CommandSpec[]): CommandSpec {
  return defineCommand({
    name: 'completion',
    summary: 'Completion of commands and options for bash, zsh or fish',
    positionals: ['SHELL'],
    examples: [
      'source <(leadwright completion bash)',
      'source <(leadwright completion zsh)',
      'leadwright completion fish | source',
    ],
    async run({ positionals, terminal }) {
      const [shell = ''] = positionals
      const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
      if (!write)
        throw usageError(
          `"${shell}" is not a shell with completion`,
          `Shells: ${Object.keys(SHELLS).join(', ')}`,
        )
      terminal.output.write(`${write(listFollowing(commands))}\n`)
    },
  })
}
