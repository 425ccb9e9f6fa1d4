/** Whether a host is this one or below it. Both in lower case, without a dot at the end. */
export const isHostBelow = (host: string, parent: string): boolean =>
  host === parent || host.endsWith(`.${parent}`)
