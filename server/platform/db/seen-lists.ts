/** The part of an account that a person sees: lists that `listsOf` created, or all of them when it is null. */
export interface SeenLists {
  accountId: number
  listsOf: number | null
}
