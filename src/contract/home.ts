import { defineRead } from './call.ts'
import { key, list, optionalKey, record, text, type CodecValue } from './codec.ts'
import { keyPresentRule } from './rules.ts'

const HomeApp = record({
  title: key('title', text()),
  /** A path of the app (`/more`, `more`) or an external URL with http or https (D-25). */
  address: key('url', text()),
  icon: key('icon', text()),
  menu: key('menu', text()),
  /** '我的常用' puts the entry into the grid, anything else into the list above it (D-23). */
  group: key('labelName', text()),
  /** '0' shows the entry to postgraduates only (D-24). */
  show: optionalKey('show', text()),
})
/** One application on the home page. */
export type HomeApp = CodecValue<typeof HomeApp>

/** The group of the home page's grid (D-23). */
export const COMMON_GROUP = '我的常用'

/** The home page's list of applications (HOME-12). */
export const home = {
  apps: defineRead({
    path: '/wx/app/selectAllApp',
    root: 'management',
    who: 'anyone',
    offline: 'cached',
    input: record({
      app: key('appId', text()),
      /** '1': the home page's list, '0': all applications (D-22). */
      type: key('type', text()),
      status: key('status', text()),
      /** Now, China time, YYYY-MM-DD HH:mm:ss. */
      now: key('startTime', text()),
      /** '0' unbound, '1' student, '2' staff (HOME-14). */
      menu: key('menu', text()),
    }),
    output: record({ apps: key('applicationList', list(HomeApp)) }),
    rule: keyPresentRule('applicationList'),
  }),
}
