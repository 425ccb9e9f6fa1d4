import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { isEditableCell } from './cell-editor.tsx'
import type { GridColumn } from './use-grid-table.ts'

export interface EditedCell {
  id: number
  field: string
}

interface EditedCellInput {
  rows: Lead[]
  columns: GridColumn[]
  onOpen: (id: number | null) => void
  openId: number | null
}

/** The cell that is being edited. Editing closes the drawer of the lead, which may be above the cell. */
export function useEditedCell({ rows, columns, onOpen, openId }: EditedCellInput) {
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const latestOpenId = useRef(openId)
  useEffect(() => {
    latestOpenId.current = openId
  })
  // Stable, so that opening a lead re-renders only two rows.
  const edit = useCallback(
    (id: number, field: string | null) => {
      setEditing(field === null ? null : { id, field })
      if (field !== null && latestOpenId.current !== null) onOpen(null)
    },
    [onOpen],
  )
  /** Edits the cell at this row, if people can change its value. */
  const editAt = (index: number, name: string): boolean => {
    const lead = rows[index]
    const column = columns.find(({ field }) => field.name === name)
    if (!lead || !column || !isEditableCell(lead, column.field)) return false
    edit(lead.id, name)
    return true
  }
  return { editing, edit, editAt }
}
