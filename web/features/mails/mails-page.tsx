import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function MailsPage() {
  usePageTitle('MailsPage')
  return <h1>MailsPage</h1>
}
