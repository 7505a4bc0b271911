import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { answerOfError, answerOfStatus } from '../service-answer.ts'
import type { CasSettings } from '../settings/university-settings.ts'
import {
  parsePersonNumber,
  type IdentityResult,
  type IdentityProvider,
} from './identity-provider.ts'

const ANSWER_MS = 10_000
const LARGEST = 64 * 1024

/** Creates the sign-in by CAS 3.0. The server itself validates the ticket. */
export function createCasProvider({ url, attribute, returnTo }: CasSettings): IdentityProvider {
  const serviceOf = (state: string) => `${returnTo}?state=${state}`
  return {
    buildSignInUrl: async ({ state }) =>
      `${url}/login?${new URLSearchParams({ service: serviceOf(state) }).toString()}`,
    check: async () => {
      try {
        // The page for a sign-in; the validation of a ticket needs a ticket.
        return answerOfStatus(
          await fetch(`${url}/login?${new URLSearchParams({ service: returnTo }).toString()}`, {
            signal: AbortSignal.timeout(ANSWER_MS),
          }),
        )
      } catch (error) {
        return answerOfError(error)
      }
    },
    verifyReturn: async ({ state }, query) => {
      const given = new URLSearchParams(query)
      const ticket = given.get('ticket') ?? ''
      if (given.get('state') !== state || ticket === '') return { type: 'refused' }
      const asked = new URLSearchParams({ service: serviceOf(state), ticket })
      try {
        const answer = await fetch(`${url}/p3/serviceValidate?${asked.toString()}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        return answer.ok
          ? parseCasResponse(await answer.text(), attribute)
          : { type: 'unavailable' }
      } catch {
        return { type: 'unavailable' }
      }
    },
  }
}

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  ignoreAttributes: true,
})
const Success = v.object({
  serviceResponse: v.strictObject({
    authenticationSuccess: v.looseObject({
      user: v.string(),
      attributes: v.optional(v.unknown()),
    }),
  }),
})

/**
 * Parses the response to a ticket validation. Refuses a response with several numbers, and a
 * response with XML that parsers read differently (declarations, comments inside values).
 */
export function parseCasResponse(xml: string, attribute: string): IdentityResult {
  const refused = { type: 'refused' } as const
  if (xml.length > LARGEST || /<!|<\?(?!xml\s)/.test(xml)) return refused
  if (XMLValidator.validate(xml) !== true) return refused
  const read = v.safeParse(Success, parser.parse(xml))
  if (!read.success) return refused
  const { user, attributes } = read.output.serviceResponse.authenticationSuccess
  if (attribute === '') return parsePersonNumber(user)
  const found = v.safeParse(v.looseObject({ [attribute]: v.string() }), attributes)
  return found.success ? parsePersonNumber(found.output[attribute]) : refused
}
