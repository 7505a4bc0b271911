import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The office's screen of the devices that store rosters. */
export const devicesTexts = {
  title: officeSectionTexts.devices,
  about: {
    zh: '楼管登录过的手机和电脑，上面存有所管楼栋的名单。停用后，设备下次联网即退出登录，名单随之失效；还没有提交的登记仍保留在设备上，可由本人重新登录或同事代为提交。',
    en: 'Phones and computers on which supervisors are signed in; each carries the list of their buildings. Once revoked, a device is signed out at its next contact and its list is closed for good. What it has scanned stays on it, for its owner or a colleague to send.',
  },
  find: { zh: '工号或姓名', en: 'Work number or name' },
  who: { zh: '楼管', en: 'Supervisor' },
  buildings: { zh: '所管楼栋', en: 'Buildings' },
  since: { zh: '登录时间', en: 'Signed in' },
  heardAt: { zh: '最近联网', en: 'Last heard of' },
  revoke: { zh: '停用设备', en: 'Revoke' },
  revokeOf: {
    zh: (name: string) => `停用设备：${name}`,
    en: (name: string) => `Revoke the device of ${name}`,
  },
  ask: {
    zh: (name: string) => `停用后，${name} 需要在这台设备上重新登录才能继续扫码。`,
    en: (name: string) => `${name} has to sign in on this device again before scanning goes on.`,
  },
  done: { zh: '已停用，设备下次联网时生效', en: 'Revoked. It takes effect at its next contact' },
  gone: { zh: '这台设备已经退出登录', en: 'This device is signed out already' },
  none: { zh: '没有登录中的楼管设备', en: 'No supervisor is signed in anywhere' },
  reason: officeTexts.reason,
  reasonNeeded: officeTexts.reasonNeeded,
} as const
