import { HttpResponse } from 'msw'

/** Create a response that echoes the request's idempotency key, as the backend's responses do. */
export const responseEchoingKey = (request: Request, body: Record<string, unknown>, status = 200) =>
  HttpResponse.json(body, {
    status,
    headers: { 'Idempotency-Key': request.headers.get('Idempotency-Key') ?? '' },
  })
