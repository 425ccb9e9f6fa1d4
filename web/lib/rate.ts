const round = (value: number): number => Number(value.toPrecision(12))

/** A fraction in percent: 0.053 is 5.3. */
export const toPercent = (rate: number): number => round(rate * 100)

/** A percentage as a fraction. */
export const fromPercent = (percent: number): number => round(percent / 100)
