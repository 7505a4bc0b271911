import type { Selectable } from 'kysely'
import { CAMPUS_FORMS_PAGE } from '#contract/campus-form-names'
import type { HomeApp } from '#contract/home'
import type { CallerRole } from '#contract/permissions'
import type { StudentKind } from '#contract/student-levels'
import type { Db } from '../../platform/database/db.ts'
import type { AppTileRow } from '../../platform/database/schema/schema.ts'

/** The person for whom tiles are selected. */
export interface HomeViewer {
  /** The menu: '0' for an anonymous visitor, '1' for a student, '2' for staff. */
  readonly menu: '0' | '1' | '2'
  readonly parts: readonly CallerRole[]
  readonly isNewUndergraduate: boolean
  /** The kind of the student's level; absent for other viewers. */
  readonly kind?: StudentKind
  /** Whether there are forms of the campus for the student. */
  readonly hasForms?: boolean
}

/** Finds the home page's tiles for anonymous visitors. */
export const findPublicApps = async (db: Db, now: Date): Promise<HomeApp[]> =>
  findAppsForViewer(await readHomeEntries(db), {
    viewer: { menu: '0', parts: [], isNewUndergraduate: false },
    onHome: true,
    now,
  })

/** Reads all tiles in order. */
export const readHomeEntries = (db: Db) =>
  db
    .selectFrom('application')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy((e) => e.fn.coalesce('position', 'id'))
    .orderBy('id')
    .execute()

/** Selects the tiles of the home page, or of the list of all applications, for a viewer. */
export function findAppsForViewer(
  entries: readonly Selectable<AppTileRow>[],
  { viewer, onHome, now }: { viewer: HomeViewer; onHome: boolean; now: Date },
): HomeApp[] {
  const posts: readonly string[] = viewer.parts.filter(
    (part) => part === 'dorm-supervisor' || part === 'review-teacher',
  )
  // Anonymous visitors see the students' tiles. Opening such a tile asks them to sign in first
  // (HOME-17).
  const menus = viewer.menu === '2' ? ['0', '2'] : ['0', '1']
  return (
    entries
      .filter((one) => (onHome ? one.on_home : one.in_all))
      .filter(({ menu }) => menus.includes(menu))
      .filter(({ post }) => post === null || posts.includes(post))
      .filter((one) => viewer.isNewUndergraduate || !one.new_undergraduates_only)
      .filter(({ address }) => address !== CAMPUS_FORMS_PAGE || viewer.hasForms === true)
      .filter(({ starts_at: at }) => at === null || at <= now)
      // Phones show these entries to their '1' only, which is a student without a dormitory.
      .filter(({ show }) => show !== '0' || (viewer.kind ?? 'postgraduate') === 'postgraduate')
      .map(({ title, address, icon, menu, label, show }) => ({
        title,
        address,
        icon,
        menu,
        group: label,
        show: viewer.kind === 'postgraduate' ? '1' : show,
      }))
  )
}
