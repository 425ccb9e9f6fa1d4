/**
 * In place of a part that may turn out to be nothing, while that is unknown. In an element with `data-in-order`, what
 * stands below it isn't shown before it.
 */
export const Pending = () => <div data-pending hidden />
