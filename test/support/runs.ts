// How often the large tests of chance repeat: as often as they say in `npm test`, as often as ANSWERBACK_RUNS says in `npm run test:hard`.
export const runs = (usual: number): number => Number(process.env.ANSWERBACK_RUNS ?? usual);
