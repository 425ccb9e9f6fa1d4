import type { PersonFinding } from '../findings.ts'

/** A person with the line of the page on which the name stands. */
export interface LocatedPerson {
  line: number
  finding: PersonFinding
}
