/** Whether this is the name of a time zone, such as `Europe/Oslo`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A moment for people: `21 Nov 2026, 14:05 (Europe/Oslo)`. */
export function momentInWords(moment: Date, timeZone: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${words.format(moment)} (${timeZone})`
}
