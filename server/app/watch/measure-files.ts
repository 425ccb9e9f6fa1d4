import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Measurement, makeMeasurements } from '#server/platform/observe/measurement.ts'

/** Files that are stored now, in a folder or a bucket. */
export async function measureFiles(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ kind: string; files: number; bytes: number }>`
    select kind, count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from (
      select 'uploads' as kind, received as bytes from upload_info where expires_at > now()
      union all select 'exports', bytes from export_file_info
    ) file group by kind`.execute(db)
  return makeMeasurements(rows, ['kind'], {
    files: ['files', 'Stored uploads and export files'],
    bytes: ['files_bytes', 'Bytes of stored uploads and export files'],
  })
}
