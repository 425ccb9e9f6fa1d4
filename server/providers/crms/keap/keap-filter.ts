/** Operators of the filter language cannot be part of a value. */
export const filterValue = (value: string): string => value.replaceAll(/[;*=<>]/g, '')
