import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function InvitationPage() {
  usePageTitle('InvitationPage')
  return <h1>InvitationPage</h1>
}
