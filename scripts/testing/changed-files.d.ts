export const TRUNKS: readonly string[]
