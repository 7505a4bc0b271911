/** JSON answers that a gateway, a firewall or a Wi-Fi portal gives in place of the campus. */
export const GATEWAY_RESPONSES = {
  'gateway says yes': { status: 200, body: { code: 0, msg: 'success', results: true } },
  'gateway says 401': { status: 401, body: { code: 401, msg: 'Unauthorized' } },
  'gateway says -400': { status: 200, body: { status: -400 } },
  'gateway says 403': { status: 403, body: { code: 403, msg: 'blocked by firewall policy' } },
  'gateway says 404': { status: 404, body: { status: 404 } },
  'gateway says 412': { status: 412, body: { code: 412, msg: 'precondition' } },
  'gateway says code 1': { status: 200, body: { code: 1, msg: '需要认证' } },
} as const
/** The name of one of these answers. */
export type GatewayResponseCase = keyof typeof GATEWAY_RESPONSES

/** The names of these answers. */
export const GATEWAY_RESPONSE_CASES = [
  'gateway says yes',
  'gateway says 401',
  'gateway says -400',
  'gateway says 403',
  'gateway says 404',
  'gateway says 412',
  'gateway says code 1',
] as const satisfies readonly GatewayResponseCase[]

/** Whether this is the name of such an answer. */
export const isGatewayResponseCase = (name: string): name is GatewayResponseCase =>
  name in GATEWAY_RESPONSES

/** Create the answer with this name. */
export const createGatewayResponse = (name: GatewayResponseCase): Response =>
  Response.json(GATEWAY_RESPONSES[name].body, { status: GATEWAY_RESPONSES[name].status })
