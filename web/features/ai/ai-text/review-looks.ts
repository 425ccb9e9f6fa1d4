import type { AiReview } from '#contract/ai/ai-text.ts'

/** How each state of a review looks: icon and word. */
export const REVIEW_LOOKS: Record<AiReview, { state: string; label: string }> = {
  open: { state: 'unchecked', label: 'To review' },
  accepted: { state: 'found', label: 'Accepted' },
  edited: { state: 'found', label: 'Edited' },
  rejected: { state: 'not_found', label: 'Rejected' },
  replaced: { state: 'not_found', label: 'Replaced' },
  preview: { state: 'unchecked', label: 'Preview' },
}
