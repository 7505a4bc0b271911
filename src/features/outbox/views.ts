// How the outbox speaks of each queued form, under the name of the form. A new form adds a line.
export { familyOutboxView as family } from '#app/features/family/face.ts'
export { livingSuppliesOutboxView as living } from '#app/features/living/face.ts'
export { scanOutboxView as scan } from '#app/features/checkin/face.ts'
export { stepOutboxView as step } from '#app/features/onboarding/face.ts'
export { travelOutboxView as travel } from '#app/features/travel/face.ts'
export { uniformOutboxView as uniform } from '#app/features/uniform/face.ts'
