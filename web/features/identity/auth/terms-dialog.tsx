import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import '../../../ui/mantine-app-styles.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { whileLoading } from '../../../lib/app-state.ts'
import { replaceUser, signOut } from '../../../lib/session.ts'
import { BLOCKING_MODAL } from '../../../ui/blocking-modal.ts'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { authCalls } from './auth-endpoints.ts'
import classes from './terms.module.css'
import { TermsSkeleton, TermsText } from './terms-text.tsx'

/** Terms to accept before anything else; the only alternative is to sign out. */
export function TermsDialog({ title }: { title: string }) {
  const router = useRouter()
  const query = useEndpoint(authCalls.terms)
  const [busy, setBusy] = useState(false)
  const terms = query.data?.data
  const accept = async () => {
    if (!terms) return
    setBusy(true)
    try {
      const reply = await call(authCalls.acceptTerms, { body: { version: terms.version } })
      replaceUser(reply.data)
    } catch (error) {
      // The error was shown. A newer version may have been published in the meantime: load it.
      if (error instanceof ApiError && error.code === 'conflict') void query.refetch()
    } finally {
      setBusy(false)
    }
  }
  const leave = () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true })))
  return (
    <Modal {...BLOCKING_MODAL} opened title={terms?.title ?? title} size={640}>
      <p className={classes.lead}>Read and accept these terms to continue.</p>
      {query.error ? (
        <LoadError what="The terms" query={query} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label="Text of the terms" data-autofocus>
          {terms ? <TermsText terms={terms} /> : <TermsSkeleton />}
        </section>
      )}
      <DialogButtons cancelLabel="Sign out" onCancel={leave}>
        <Button loading={busy} disabled={!terms} onClick={() => void accept()}>
          Accept
        </Button>
      </DialogButtons>
    </Modal>
  )
}
