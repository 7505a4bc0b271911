import { HttpResponse } from 'msw'

/**
 * A made-up answer of this campus: it names the key that it was asked with, as the backend does.
 */
export const responseEchoingKey = (request: Request, body: Record<string, unknown>, status = 200) =>
  HttpResponse.json(body, {
    status,
    headers: { 'Idempotency-Key': request.headers.get('Idempotency-Key') ?? '' },
  })
