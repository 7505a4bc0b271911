// Who is expected, whose arrivals somebody may see, and what arrivals are looked at with.
export { expected, housesOf } from './expected.ts'
