import { usePageTitle } from '../../lib/page-title.ts'

/** Stands here until the screen is drawn. */
export function ForgotPasswordPage() {
  usePageTitle('ForgotPasswordPage')
  return <h1>ForgotPasswordPage</h1>
}
