import type { AiReview } from '#contract/ai/ai-text.ts'

/** Icon and label of each review state. */
export const REVIEW_LOOKS: Record<AiReview, { state: string; label: string }> = {
  open: { state: 'unchecked', label: 'To review' },
  accepted: { state: 'found', label: 'Accepted' },
  edited: { state: 'found', label: 'Edited' },
  rejected: { state: 'not_found', label: 'Rejected' },
  replaced: { state: 'not_found', label: 'Replaced' },
  preview: { state: 'unchecked', label: 'Preview' },
}
