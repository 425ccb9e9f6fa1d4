const round = (value: number): number => Number(value.toPrecision(12))

/** A fraction as a number of percent: 0.053 is 5.3. */
export const toPercent = (rate: number): number => round(rate * 100)

/** A number of percent as a fraction. */
export const fromPercent = (percent: number): number => round(percent / 100)
