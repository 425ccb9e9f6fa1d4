/** Props of a `Modal` that only its own buttons close. */
export const BLOCKING_MODAL = {
  onClose: () => {},
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
} as const
