import { Button, TextInput } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { updateMe } from '#contract/me.ts'
import type { User } from '#contract/user.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { loadSession, useUser } from '#web/lib/session.ts'
import { CallForm } from './call-form.tsx'
import { schemaErrors, useFormCall } from './form-call.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { changesOf, draftOf, editsAfter, type ProfileDraft } from './profile-draft.ts'
import classes from './settings-page.module.css'
import { SettingsPage } from './settings-page.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'
import { moduleWords, roleWords } from './user-labels.ts'

const FIELDS = ['first_name', 'last_name', 'account_name', 'time_zone']

/** What was edited on top of the stored profile, and the way to save it. */
function useProfileForm() {
  const user = useUser()
  const [edits, setEdits] = useState<Partial<ProfileDraft>>({})
  const [saved, setSaved] = useState(false)
  const draft = { ...draftOf(user), ...edits }
  const changes = changesOf(user, draft)
  const form = useFormCall({
    send: ({ body }: { body: Partial<ProfileDraft>; edits: Partial<ProfileDraft> }) =>
      call(updateMe, { body, quiet: true }),
    check: ({ body }) => schemaErrors(updateMe.body!, body),
    shows: FIELDS,
    onSuccess: async (_reply, sent) => {
      await loadSession({ again: true })
      setEdits((now) => editsAfter(now, sent.edits))
      setSaved(true)
    },
  })
  const set = (change: Partial<ProfileDraft>) => {
    form.touch()
    setSaved(false)
    setEdits({ ...edits, ...change })
  }
  const discard = () => {
    form.touch()
    setEdits({})
  }
  const dirty = Object.keys(changes).length > 0
  return { user, draft, set, discard, dirty, saved, form, save: () => form.submit({ body: changes, edits }) }
}

function SaveHint({ dirty, saved }: { dirty: boolean; saved: boolean }) {
  const [Icon, tone, words] = dirty
    ? ([IconPencil, 'warning', 'Unsaved changes'] as const)
    : ([IconCircleCheck, 'success', 'Saved'] as const)
  return (
    <span role="status" className={classes.hint} data-tone={tone}>
      {(dirty || saved) && (
        <>
          <Icon size={14} stroke={1.75} aria-hidden />
          {words}
        </>
      )}
    </span>
  )
}

function ProfileForm({ state }: { state: ReturnType<typeof useProfileForm> }) {
  const { user, draft, set, discard, dirty, saved, form, save } = state
  return (
    <CallForm
      call={form}
      onSubmit={() => dirty && save()}
      actions={
        <>
          <Button type="submit" loading={form.busy} disabled={!dirty}>
            Save
          </Button>
          {dirty && !form.busy && (
            <Button variant="default" onClick={discard}>
              Discard
            </Button>
          )}
          <SaveHint dirty={dirty} saved={saved} />
        </>
      }
    >
      <div className={classes.pair}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          value={draft.first_name}
          error={form.fields.first_name}
          onChange={(event) => set({ first_name: event.currentTarget.value })}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          value={draft.last_name}
          error={form.fields.last_name}
          onChange={(event) => set({ last_name: event.currentTarget.value })}
        />
      </div>
      {user.isMainUser && (
        <>
          <TextInput
            label="Account name"
            description="Your team sees it, and people whom you invite"
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autoComplete="organization"
            maxLength={200}
            value={draft.account_name}
            error={form.fields.account_name}
            onChange={(event) => set({ account_name: event.currentTarget.value })}
          />
          <TimeZoneInput
            value={draft.time_zone}
            error={form.fields.time_zone}
            onChange={(time_zone) => set({ time_zone })}
          />
        </>
      )}
    </CallForm>
  )
}

function Facts({ user }: { user: User }) {
  return (
    <dl className={classes.facts}>
      <dt>E-mail</dt>
      <dd>
        {user.email}{' '}
        <Link to="/profile-settings/email" className={classes.link} aria-label="Change the e-mail address">
          Change
        </Link>
      </dd>
      <dt>Role</dt>
      <dd>{roleWords(user)}</dd>
      {!user.isMainUser && (
        <>
          <dt>Account</dt>
          <dd>{user.account.name}</dd>
        </>
      )}
      <dt>Modules</dt>
      <dd>{moduleWords(user.modules)}</dd>
      <dt>Member since</dt>
      <dd>
        <time dateTime={user.created_at}>{formatDay(user.created_at)}</time>
      </dd>
    </dl>
  )
}

/** The own name, for main users the account's name and time zone, and what is fixed about the person. */
export function ProfilePage() {
  const state = useProfileForm()
  return (
    <SettingsPage
      current="/profile-settings/profile"
      intro={
        state.user.isMainUser ? 'Who you are here, and where your account is at home.' : 'Who you are here.'
      }
    >
      <ProfileForm state={state} />
      <Facts user={state.user} />
      <LeaveGuard when={state.dirty && !state.form.busy} title="Leave without saving?">
        Your changes to the profile are not saved.
      </LeaveGuard>
    </SettingsPage>
  )
}
