import type { Ask } from '../../platform/handler.ts'
import * as store from './store.ts'

/** Begin a try to sign in: counted by target, by messaging account and by address (D-15). */
export const begin = ({ tools, address }: Ask<unknown>, { number, openId }: { number: string; openId: string }) =>
  tools.limits.signIn.begin({
    narrow: [`number ${number.toUpperCase()}`, ...(openId === '' ? [] : [`openid ${openId}`])],
    wide: [`address ${address}`],
  })

/** Does the request prove that this openId is its own? 'none' when it tries no proof, or one that ran out. */
export async function proofOf({ db, accessToken, now }: Ask<unknown>, openId: string): Promise<'true' | 'false' | 'none'> {
  if (accessToken === undefined || accessToken === '' || openId === '') return 'none'
  const proven = await store.provenOpenId(db, accessToken, now)
  if (proven === undefined) return 'none'
  return proven === openId ? 'true' : 'false'
}
