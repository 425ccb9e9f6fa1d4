import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MergePolicy } from '#contract/activity/run-kinds/lead-import.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import {
  checkLeadFile,
  type ImportMapping,
  inspectLeadFile,
  MAX_UNASKED_FIELDS,
  startLeadImport,
} from '#contract/prospecting/lead-imports.ts'
import { call } from '#web/lib/api.ts'
import { refreshFields } from '#web/lib/list-fields.ts'
import { type ListRef, parseListRef } from '#web/lib/list-ref.ts'
import { count, freeText, oneOf, pageSearch } from '#web/lib/page-search.ts'
import { browserMemory, forgetUpload } from '#web/lib/upload-session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import { doubled, isIdentified, makeMapping, newFieldCount } from './column-targets.ts'

/** URL parameters: lead type, target list, or the import on screen. */
const importSearch = pageSearch({
  type: oneOf(LIST_TYPE_IDS, null),
  list: freeText(40),
  run: count(null),
})

export const STEPS = ['File', 'Columns', 'Check', 'Settings', 'Import'] as const
export const RESULT_STEP = 4

export interface Settings {
  /** Null for a new list. */
  listId: number | null
  name: string
  merge: MergePolicy
  mergeFields: Record<string, MergePolicy>
  findEmails: boolean
}

/** Corrections by row and column, and skipped rows. */
export interface Corrections {
  fixes: ReadonlyMap<string, { row: number; column: string; value: string }>
  dropped: ReadonlySet<number>
  rest: 'empty' | 'drop'
}

const NONE: Corrections = { fixes: new Map(), dropped: new Set(), rest: 'empty' }
const INITIAL: Settings = { listId: null, name: '', merge: 'fill', mergeFields: {}, findEmails: false }

/** `apollo-export.csv` becomes `apollo-export`. */
export const nameOfFile = (file: string): string =>
  file
    .replace(/\.\w{1,5}$/, '')
    .trim()
    .slice(0, 150) || 'Imported leads'

/** The uploaded file with the mapping of its columns. */
function useFile(type: ListTypeId) {
  const upload = useUpload()
  const [encoding, setEncoding] = useState('')
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [country, setCountry] = useState('')
  const [optedOut, setOptedOut] = useState<'skip' | 'suppress'>('skip')
  const [dateOrder, setDateOrder] = useState<'' | 'dmy' | 'mdy'>('')
  /** Whether the person has confirmed creating this many custom fields. */
  const [createsFields, setCreatesFields] = useState(false)
  const progress = upload.progress?.state === 'complete' ? upload.progress : null
  const uploadId = progress?.uploadId ?? ''
  const file = { upload_id: uploadId, type, ...(encoding ? { encoding } : {}) }
  const inspected = useEndpoint(
    inspectLeadFile,
    { body: file },
    { enabled: uploadId !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  const { data } = inspected
  useEffect(() => {
    if (data) setMapping(makeMapping(data.data.columns))
    setCreatesFields(false)
    setOptedOut('skip')
    setDateOrder('')
  }, [data])
  return {
    upload,
    progress,
    uploadId,
    file,
    inspected,
    encoding,
    setEncoding,
    mapping,
    setMapping,
    country,
    setCountry,
    optedOut,
    setOptedOut,
    dateOrder,
    setDateOrder,
    openDates: data?.data.open_dates ?? [],
    choices: { opted_out: optedOut, ...(dateOrder !== '' && { date_order: dateOrder }) },
    makesFields: createsFields,
    setMakesFields: setCreatesFields,
  }
}

const omitType = ({ type: _type, ...uploaded }: ReturnType<typeof useFile>['file']) => uploaded

/** Target list and merge options, as the API takes them. */
const ordered = (
  { listId, name, merge, mergeFields }: Settings,
  type: ListTypeId,
  file: File | undefined,
) => ({
  to: listId === null ? { new_list: name.trim() || nameOfFile(file?.name ?? ''), type } : { list_id: listId },
  merge,
  merge_fields: mergeFields,
  ...(file ? { dated: new Date(file.lastModified).toISOString() } : {}),
})

interface Order {
  file: File | undefined
  body: CallInput<typeof startLeadImport>['body']
  onStarted: (runId: number) => void
}

/** Starts the import once, however often the button is pressed. */
function useStart(orderNow: () => Order) {
  const intent = useIntentKey()
  return useMutation({
    mutationFn: async () => {
      const { file, body, onStarted } = orderNow()
      const { data } = await call(startLeadImport, { body, idempotencyKey: intent.keyFor(body) })
      if (file) forgetUpload(file, browserMemory)
      // Before the list is opened: its columns are those of known fields.
      if (newFieldCount(body.mapping ?? {}) > 0) await refreshFields()
      intent.forget()
      onStarted(data.run.id)
    },
  })
}

/** State of an import, from the choice of a file to its start. */
export function useLeadImport() {
  const [address, setAddress] = usePageSearch(importSearch)
  const into: ListRef | undefined = parseListRef(address.list)
  const type = into?.type ?? address.type ?? 'people'
  const [step, setStep] = useState(0)
  const [corrections, setCorrections] = useState(NONE)
  /** The options of the last check. */
  const [checked, setChecked] = useState(NONE)
  const [settings, setSettings] = useState<Settings>({ ...INITIAL, listId: into?.id ?? null })
  const source = useFile(type)
  const { file, mapping, country } = source
  const reading = ({ fixes, dropped, rest }: Corrections) => ({
    mapping,
    new_fields: 'make' as const,
    ...source.choices,
    ...(country.trim() ? { country: country.trim() } : {}),
    rest,
    fixes: [...fixes.values()],
    dropped: [...dropped],
  })
  const check = useEndpoint(
    checkLeadFile,
    { body: { ...file, ...reading({ ...checked, rest: 'empty' }) } },
    { enabled: step === 2 && source.uploadId !== '', staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  const start = useStart(() => ({
    file: source.progress?.file,
    body: { ...omitType(file), ...reading(corrections), ...ordered(settings, type, source.progress?.file) },
    onStarted: (run) => setAddress({ run }),
  }))
  const again = () => {
    source.upload.reset()
    source.setEncoding('')
    setCorrections(NONE)
    setChecked(NONE)
    setSettings({ ...INITIAL, listId: into?.id ?? null })
    start.reset()
    setStep(0)
    setAddress({ run: null })
  }
  return {
    ...source,
    type,
    into,
    step: address.run === null ? step : RESULT_STEP,
    setStep,
    again,
    runId: address.run,
    corrections,
    setCorrections,
    check,
    checkAgain: () => setChecked(corrections),
    settings,
    setSettings,
    start,
    setType: (next: ListTypeId) => setAddress({ type: next }, { replace: true }),
  }
}

export type LeadImport = ReturnType<typeof useLeadImport>

/** Whether the person must first confirm creating this many custom fields. */
export const needsFields = ({
  mapping,
  makesFields: createsFields,
}: Pick<LeadImport, 'mapping' | 'makesFields'>): boolean =>
  !createsFields && newFieldCount(mapping) > MAX_UNASKED_FIELDS

/** Whether a step is complete. */
export function isReady(state: LeadImport): boolean {
  const { step, uploadId, inspected, mapping, check, settings } = state
  if (step === 0) return uploadId !== ''
  if (step === 1)
    return inspected.isSuccess && isIdentified(mapping) && doubled(mapping).size === 0 && !needsFields(state)
  if (step === 2) return check.isSuccess && check.data.data.rows > 0
  return settings.listId === null || settings.listId > 0
}
