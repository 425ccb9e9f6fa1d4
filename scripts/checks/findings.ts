/** A problem found by a check. */
export interface Finding {
  rule: string
  /** Path below the root. */
  file: string
  line?: number
  /** The problem, in a few words. */
  detail: string
  /** How to fix it. */
  remedy: string
}

/** What a check read and found. */
export interface CheckResult {
  /** A sentence with the numbers of files and imports read. */
  seen: string
  findings: Finding[]
}

/** An accepted finding, with its reason. */
export interface Exception {
  rule: string
  file: string
  /** A word of the finding's detail; without it the exception covers all findings of the rule in the file. */
  about?: string
  reason: string
}

/**
 * Removes findings listed as exceptions. An exception that matches nothing becomes a finding, so that the list
 * cannot grow stale.
 */
export function applyExceptions(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
  rules: readonly string[],
): Finding[] {
  const covers = (exception: Exception, finding: Finding) =>
    exception.rule === finding.rule &&
    exception.file === finding.file &&
    (exception.about === undefined || finding.detail.split(/[ ,]+/).includes(exception.about))
  const left = findings.filter((finding) => !exceptions.some((exception) => covers(exception, finding)))
  const stale = exceptions
    .filter(({ rule }) => rules.includes(rule))
    .filter((exception) => !findings.some((finding) => covers(exception, finding)))
    .map(({ rule, file, about }) => ({
      rule: 'stale-exception',
      file,
      detail: `needs no exception from ${rule}${about === undefined ? '' : ` for ${about}`}`,
      remedy: 'Remove it from the list of exceptions in scripts/checks.',
    }))
  return [...left, ...stale]
}

/**
 * Findings when a check read nothing, or so little that it is probably broken: every folder in `expectedTrees`
 * must contain a file.
 */
export function blindnessFindings(paths: readonly string[], expectedTrees: readonly string[]): Finding[] {
  const blind = (file: string): Finding => ({
    rule: 'check-saw-nothing',
    file,
    detail: 'no code file seen',
    remedy:
      'Run the check at the root of the project; if the folder is gone, remove it from the configuration.',
  })
  if (paths.length === 0) return [blind('.')]
  return expectedTrees.filter((tree) => !paths.some((path) => path.startsWith(`${tree}/`))).map(blind)
}

/** Prints the result and returns the exit code: 0 without findings, else 1. */
export function report(name: string, { seen, findings }: CheckResult, print: (line: string) => void): 0 | 1 {
  for (const { rule, file, line, detail, remedy } of findings) {
    print(`${rule}: ${file}${line ? `:${line}` : ''} ${detail}\n    ${remedy}`)
  }
  const verdict = findings.length === 0 ? 'no violation' : `${findings.length} violation(s)`
  print(`${name}: ${seen}; ${verdict}`)
  return findings.length === 0 ? 0 : 1
}
