import type { App } from '#contract/home'
import type { Part } from '#contract/permissions'
import type { Db } from '../../platform/database/database.ts'

/** For whom the entries are chosen. */
export interface Viewer {
  /** '0' nobody bound, '1' student, '2' staff. */
  readonly menu: '0' | '1' | '2'
  readonly parts: readonly Part[]
  readonly newUndergraduate: boolean
}

/** The home page's entries for nobody in particular. */
export const publicApps = (db: Db, now: Date): Promise<App[]> =>
  findApps(db, { viewer: { menu: '0', parts: [], newUndergraduate: false }, onHome: true, now })

/** The entries of the home page, or of the list of all applications, for this viewer. */
export async function findApps(
  db: Db,
  { viewer, onHome, now }: { viewer: Viewer; onHome: boolean; now: Date },
): Promise<App[]> {
  const posts = viewer.parts.filter(
    (part) => part === 'dorm-supervisor' || part === 'review-teacher',
  )
  // Who is not bound sees what students have, and is told on the tap to bind first (HOME-17).
  const menus = viewer.menu === '2' ? ['0', '2'] : ['0', '1']
  const rows = await db
    .selectFrom('application')
    .selectAll()
    .where(onHome ? 'on_home' : 'in_all', '=', true)
    .where('menu', 'in', menus)
    .where('withdrawn_at', 'is', null)
    .where((e) =>
      posts.length > 0
        ? e.or([e('post', 'is', null), e('post', 'in', posts)])
        : e('post', 'is', null),
    )
    .where((e) =>
      viewer.newUndergraduate ? e.val(true) : e('new_undergraduates_only', '=', false),
    )
    .where((e) => e.or([e('starts_at', 'is', null), e('starts_at', '<=', now)]))
    .orderBy((e) => e.fn.coalesce('position', 'id'))
    .orderBy('id')
    .execute()
  return rows.map(({ title, address, icon, menu, label, show }) => ({
    title,
    address,
    icon,
    menu,
    group: label,
    show,
  }))
}
