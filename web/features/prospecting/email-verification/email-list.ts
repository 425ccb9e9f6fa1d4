/** Distinct addresses of a text, and the number of entries that are none. */
export interface EmailList {
  emails: string[]
  others: number
}

/** Splits at commas, semicolons, spaces and lines; `Name <address>` counts as its address. */
export function readEmails(text: string): EmailList {
  const emails = new Map<string, string>()
  let others = 0
  for (const line of text.split(/[\r\n,;]+/)) {
    const entry = line.trim()
    if (entry === '') continue
    const inside = /<([^<>]{3,320})>/.exec(entry)?.[1]
    const parts = (inside ?? entry).split(/\s+/).map((word) => word.replace(/^["'<(]+|[>)"']+$/g, ''))
    const found = parts.filter((word) => word.includes('@') && word.length <= 320)
    if (found.length === 0) others += 1
    for (const email of found) if (!emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), email)
  }
  return { emails: [...emails.values()], others }
}
