import * as v from 'valibot'
import { migrationList } from '../database/migrations/migration-list.ts'

/** The version of the archive's format. */
export const ARCHIVE_FORMAT = 1

const Names = v.array(v.string())
const count = v.pipe(v.number(), v.safeInteger())

/** The first file of an archive: its format, its time, and the schema of the archived database. */
export const ArchiveManifest = v.object({
  format: v.literal(ARCHIVE_FORMAT, 'It was made by a release that lays archives out otherwise.'),
  /** The time of the archived state, ISO. */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  postgres: v.string(),
  /** The names of the migrations that had run in the archived database, in order. */
  migrations: Names,
  tables: v.array(v.object({ name: v.string(), columns: v.pipe(Names, v.readonly()) })),
  /** The fingerprint of the key of second factors; absent when there is none. */
  secretsKey: v.optional(v.string()),
})
/** The first file of an archive. */
export type ArchiveManifest = v.InferOutput<typeof ArchiveManifest>

/** The last file of an archive: the totals that the restored database must have. */
export const ArchiveTotals = v.object({
  tables: v.record(v.string(), v.object({ rows: count, sum: v.string() })),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), isCalled: v.boolean() })),
})
/** The last file of an archive. */
export type ArchiveTotals = v.InferOutput<typeof ArchiveTotals>

/** Why this release cannot restore an archive with these migrations; undefined if it can. */
export function findMigrationMismatch({ migrations }: ArchiveManifest): string | undefined {
  const unknownMigration = migrations.find((name, at) => migrationList[at]?.name !== name)
  return unknownMigration === undefined
    ? undefined
    : `The archive is of another release, one that knows the migration "${unknownMigration}": restore it with that release.`
}
