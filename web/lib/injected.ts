/** Marks what a site's own script or a chat widget adds to the page, so that signing out can take it away. */
export const INJECTED_ATTRIBUTE = 'data-injected'

/** Removes the support chat widget and every injected script. */
export function removeInjected(root: ParentNode = document): void {
  for (const element of root.querySelectorAll(`[${INJECTED_ATTRIBUTE}]`)) element.remove()
}
