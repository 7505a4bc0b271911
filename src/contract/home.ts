import { defineRead } from './call.ts'
import {
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { acceptIfKeyPresent } from './rules.ts'

const HomeApp = recordCodec({
  title: textCodec(),
  /** A path of the app (`/more`, `more`) or an external URL with http or https (D-25). */
  address: requiredKey('url', textCodec()),
  icon: textCodec(),
  menu: textCodec(),
  /** '我的常用' puts the entry into the grid, anything else into the list above it (D-23). */
  group: requiredKey('labelName', textCodec()),
  /** '0' shows the entry to postgraduates only (D-24). */
  show: optionalKey('show', textCodec()),
})
/** One application on the home page. */
export type HomeApp = CodecValue<typeof HomeApp>

/** The group of the home page's grid (D-23). */
export const HOME_APP_GROUP = '我的常用'

/** The home page's list of applications (HOME-12). */
export const home = {
  apps: defineRead({
    path: '/wx/app/selectAllApp',
    root: 'management',
    who: 'anyone',
    offline: 'cached',
    input: recordCodec({
      app: requiredKey('appId', textCodec()),
      /** The list to return: '1' the home page's list, '0' all applications (D-22). */
      type: textCodec(),
      status: textCodec(),
      /** The current time, China time, YYYY-MM-DD HH:mm:ss. */
      now: requiredKey('startTime', textCodec()),
      /** '0' unbound, '1' student, '2' staff (HOME-14). */
      menu: textCodec(),
    }),
    output: recordCodec({ apps: requiredKey('applicationList', listCodec(HomeApp)) }),
    rule: acceptIfKeyPresent('applicationList'),
  }),
}
