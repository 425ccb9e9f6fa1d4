/** Marks elements added by a site's script or chat widget, so that signing out can remove them. */
export const INJECTED_ATTRIBUTE = 'data-injected'

/** Removes the support chat widget and every injected script. */
export function removeInjected(root: ParentNode = document): void {
  for (const element of root.querySelectorAll(`[${INJECTED_ATTRIBUTE}]`)) element.remove()
}
