/** Why a website could not be read, and what to do about it. */
export interface ProblemLabel {
  why: string
  todo: string
}

const PROBLEMS: Record<string, ProblemLabel> = {
  bad_domain: { why: 'This is not a domain.', todo: 'Check the spelling.' },
  not_found: {
    why: 'This domain doesn’t exist.',
    todo: 'Check the spelling, or whether the company uses another domain.',
  },
  unreachable: { why: 'We couldn’t reach its server.', todo: 'Try again later.' },
  bad_certificate: {
    why: 'The website’s certificate isn’t valid.',
    todo: 'Open it in a browser to see why.',
  },
  timeout: { why: 'It took too long to respond.', todo: 'Try again later.' },
  blocked_address: {
    why: 'The domain points to a private address.',
    todo: 'We can’t read it.',
  },
  refused_by_robots: {
    why: 'The website blocks automated reading (robots.txt), and we respect that.',
    todo: 'Open it in a browser.',
  },
  moved_elsewhere: { why: 'The website has moved to another domain.', todo: 'Search that domain.' },
  not_html: { why: 'There are no web pages, only files.', todo: 'Open it in a browser.' },
  needs_cookies: {
    why: 'The website shows its pages only to browsers that send cookies back, and we send none.',
    todo: 'Open it in a browser.',
  },
  http_error: {
    why: 'The website returns an error.',
    todo: 'Open it in a browser, or try again later.',
  },
}

/** Texts for a problem code; an unknown code is shown as it is. */
export function problemLabel(problem: string, movedTo: string | null = null): ProblemLabel {
  if (problem === 'moved_elsewhere' && movedTo) {
    return { why: `The website has moved to ${movedTo}.`, todo: `Search ${movedTo} instead.` }
  }
  return Object.hasOwn(PROBLEMS, problem)
    ? (PROBLEMS[problem] as ProblemLabel)
    : { why: `It could not be read: ${problem.replaceAll('_', ' ')}.`, todo: 'Try again later.' }
}

const SHORT: Record<string, string> = {
  bad_domain: 'it is not a domain',
  not_found: 'website not found',
  unreachable: 'its server can’t be reached',
  bad_certificate: 'its certificate isn’t valid',
  timeout: 'it took too long to respond',
  blocked_address: 'its address is not public',
  refused_by_robots: 'it blocks automated reading',
  moved_elsewhere: 'it moved to another domain',
  not_html: 'it has no web pages',
  needs_cookies: 'it needs cookies',
  http_error: 'it returns an error',
}

/** The reason as part of a sentence: `it took too long to respond`. */
export const problemShort = (problem: string): string =>
  Object.hasOwn(SHORT, problem) ? (SHORT[problem] as string) : problem.replaceAll('_', ' ')
