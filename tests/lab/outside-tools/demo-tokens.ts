import * as v from 'valibot'
import { demoPeople } from '#server/demo/demo-people'

const Answer = v.object({ token: v.string() })

/** Signs in as a person of the demo campus, and returns the token. */
export async function signInToDemo(address: string, number: string): Promise<string> {
  const person = demoPeople.find((one) => one.number === number)
  if (person === undefined) throw new Error(`the demo campus has no ${number}`)
  const { how, secret } = person
  const [path, body] =
    how === 'staff'
      ? ['/api/sys/login', { userCode: number, openId: '', password: secret }]
      : ['/api/binding/findstu', { stuNumber: number, idCard: secret, openId: '' }]
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return v.parse(Answer, await answer.json()).token
}
