/** A stored key as anybody may see it: dots, and its last characters where it is long enough. */
export const maskOf = ({ hint }: { hint: string | null }): string => `••••${hint ?? '••••'}`
