/** A masked key: dots, and its last characters where it is long enough. */
export const formatMask = ({ hint }: { hint: string | null }): string => `••••${hint ?? '••••'}`
