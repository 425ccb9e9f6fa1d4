import { Button, FileInput, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportRow,
  importAccounts,
  MAX_IMPORT_ROWS,
  previewImport,
} from '#contract/accounts/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type PackageChoice, packageOption } from './add-account-form.tsx'

const COLUMNS: readonly Column<ImportRow>[] = [
  { id: 'line', label: 'Line', align: 'end', cell: ({ line }) => formatNumber(line) },
  { id: 'email', label: 'Email', card: 'title', wrap: '220px', cell: ({ email }) => email || '–' },
  { id: 'company', label: 'Company', wrap: '180px', cell: ({ company }) => company || '–' },
  { id: 'package', label: 'Package', wrap: '140px', cell: (row) => row.package || '–' },
  {
    id: 'credits',
    label: 'Extra credits',
    align: 'end',
    cell: ({ credits }) => (credits === null ? '–' : formatNumber(credits)),
  },
  {
    id: 'result',
    label: 'Result',
    wrap: '260px',
    cell: ({ errors, exists }) =>
      errors.length > 0 ? errors.join('. ') : exists ? 'Already added' : 'Will be added',
  },
]

/** Many accounts from a file: every row is checked, then those without errors are added. */
export function ImportAccounts({ packages }: { packages: readonly PackageChoice[] }) {
  const [file, setFile] = useState<File | null>(null)
  const [packageId, setPackageId] = useState('')
  const makeBody = async (chosen: File) => ({
    csv: await chosen.text(),
    ...(packageId && { package_id: Number(packageId) }),
  })
  const preview = useMutation({
    // Shown instead: each row's result; errors in an alert above the rows
    mutationFn: async (chosen: File) => call(previewImport, { body: await makeBody(chosen), quiet: true }),
  })
  const run = useMutation({
    mutationFn: async (chosen: File) =>
      call(importAccounts, { body: await makeBody(chosen), quiet: 'errors' }),
    onSuccess: (_reply, chosen) => preview.mutate(chosen),
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    run.reset()
    if (chosen) preview.mutate(chosen)
    else preview.reset()
  }
  const found = preview.data?.data
  const failure = preview.error ?? run.error
  return (
    <Stack gap="md">
      <Text>
        {`Columns: email, company, first_name, last_name, package and credits. Up to ${formatNumber(MAX_IMPORT_ROWS)} accounts in a file. Importing the same file again adds only what is missing.`}
      </Text>
      <NativeSelect
        label="Package for rows without one"
        data={[{ value: '', label: 'None' }, ...packages.map(packageOption)]}
        value={packageId}
        onChange={({ currentTarget: { value } }) => {
          setPackageId(value)
          choose(null)
        }}
      />
      <FileInput
        label="CSV file"
        placeholder="Choose a file"
        accept=".csv,text/csv"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        value={file}
        onChange={choose}
      />
      {failure && <Notice tone="danger">{errorMessage(failure)}</Notice>}
      {run.data && (
        <Notice tone="success">
          {`${formatCount(run.data.data.created, 'account')} added, ${formatNumber(run.data.data.existing)} already there, ${formatNumber(run.data.data.failed.length)} with errors`}
        </Notice>
      )}
      {found && file && (
        <>
          <DataTable
            label="Accounts in the file"
            framed
            found={{ ...preview, rows: found.rows, refetch: () => preview.mutate(file) }}
            columns={COLUMNS}
            rowKey={({ line }) => line}
          />
          <div>
            <Button disabled={found.valid === 0} loading={run.isPending} onClick={() => run.mutate(file)}>
              {`Add ${formatCount(found.valid, 'account')}`}
            </Button>
          </div>
        </>
      )}
    </Stack>
  )
}
