import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The accounts of other systems, and their refusals. */
export const serviceAccountTexts = {
  title: officeSectionTexts.services,
  about: {
    zh: '供教务、财务、门禁等其他系统调用接口。每个系统用自己的令牌，只授予需要的权限。接口文档：/openapi.json。',
    en: 'Other systems make calls with a token of their own, and may do only what its scopes say. The calls are documented in /openapi.json.',
  },
  create: { zh: '新建令牌', en: 'New token' },
  created: { zh: '令牌已生成', en: 'The token was made' },
  shownOnce: {
    zh: '令牌只显示这一次，请立即存入对方系统的密钥库。遗失后请停用并重新生成。',
    en: 'The token is shown this once. Store it in the other system now; a lost token is revoked and made anew.',
  },
  noted: { zh: '我已保存', en: 'I have stored it' },
  name: { zh: '系统名称', en: 'System' },
  nameNeeded: { zh: '请填写系统名称', en: 'Name the system' },
  scopes: { zh: '授权范围', en: 'Scopes' },
  scopeNeeded: { zh: '请至少选择一项授权范围', en: 'Choose at least one scope' },
  unknownScope: {
    zh: '授权范围已变化，请刷新后重新选择',
    en: 'The scopes have changed. Reload, then choose again',
  },
  reading: { zh: '读取与办理', en: 'Calls' },
  exporting: { zh: '导出数据表', en: 'Exports of tables' },
  importing: { zh: '导入数据表', en: 'Imports of tables' },
  addresses: {
    zh: '允许的地址（每行一个，留空为不限）',
    en: 'Allowed addresses (one a line; empty: any)',
  },
  allowedAddresses: { zh: '允许的地址', en: 'Allowed addresses' },
  addressesHint: { zh: '如 10.2.3.4 或 10.2.0.0/16', en: 'Such as 10.2.3.4 or 10.2.0.0/16' },
  addressWrong: {
    zh: (text: string) => `“${text}”不是 IP 地址或网段`,
    en: (text: string) => `“${text}” is not an address or network`,
  },
  anyAddress: { zh: '不限地址', en: 'Any address' },
  perMinute: { zh: '每分钟请求上限', en: 'Requests a minute, at most' },
  perMinuteWrong: { zh: '请填写 1 到 6000', en: 'From 1 to 6000' },
  lastDay: { zh: '有效期至', en: 'Valid until' },
  lastDayNeeded: { zh: '请选择有效期', en: 'Choose until when it is valid' },
  lastDayWrong: {
    zh: '有效期从今天起，最长两年',
    en: 'From today on, and at most two years ahead',
  },
  tooMany: {
    zh: '使用中的令牌太多，请先停用不再需要的',
    en: 'There are too many tokens. Revoke those that are not needed',
  },
  used: { zh: '最近使用', en: 'Last used' },
  never: { zh: '从未使用', en: 'Never' },
  state: { zh: '令牌状态', en: 'State' },
  valid: { zh: '令牌有效', en: 'Valid' },
  expired: { zh: '令牌已过期', en: 'Expired' },
  revoke: { zh: '停用令牌', en: 'Revoke' },
  revokeOf: {
    zh: (name: string) => `停用令牌：${name}`,
    en: (name: string) => `Revoke the token of ${name}`,
  },
  revokeAbout: {
    zh: '停用后该系统立即无法调用接口，且不能恢复。',
    en: 'The system cannot make calls any more, from now on and for good.',
  },
  revoked: { zh: '令牌已停用', en: 'The token is revoked' },
  gone: { zh: '没有这个令牌，或已停用', en: 'There is no such token, or it is revoked already' },
  none: { zh: '还没有令牌', en: 'There is no token yet' },
  reason: officeTexts.reason,
  importOf: { zh: (what: string) => `导入：${what}`, en: (what: string) => `Import: ${what}` },
  badToken: {
    zh: '令牌无效、已过期或已停用',
    en: 'The token is unknown, has expired or was revoked',
  },
  otherAddress: {
    zh: '该令牌不允许从这个地址使用',
    en: 'This token is not accepted from this address',
  },
  noScope: {
    zh: '该令牌的授权范围不含这个接口',
    en: 'The scopes of this token do not permit this call',
  },
} as const

/** The titles of the scopes that permit calls by name. */
export const serviceScopeTexts = {
  'students:read': { zh: '查询学生、报到与进度', en: 'Read students, arrivals and progress' },
  'students:write': { zh: '资格审核、退学与恢复', en: 'Admission checks, withdrawals' },
  'arrivals:write': { zh: '登记与撤销报到', en: 'Confirm arrivals and take them back' },
  'money:read': { zh: '查询订单与入账', en: 'Read orders and payments' },
  'money:write': { zh: '登记缴费与冲抵', en: 'Record payments and offsets' },
  'log:read': { zh: '读取操作日志', en: 'Read the log' },
} as const
