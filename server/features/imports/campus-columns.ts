import type { Db } from '../../platform/database/db.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** Reads the columns of a kind that depend on the campus's own lists. */
export const loadCampusColumns = async (
  db: Db,
  kind: ImportKindDefinition,
): Promise<ImportKindDefinition> =>
  kind.campusColumns === undefined ? kind : { ...kind, columns: await kind.campusColumns(db) }
