/** A value for a jsonb column: the driver would send an array as PostgreSQL's own kind of array. */
export const asJson = (value: unknown) => JSON.stringify(value) as never
