// A process of its own, as the tests' `module` condition picks a build of the AWS SDK that Node cannot load.
import { stream } from "@earendil-works/pi-ai/api/bedrock-converse-stream";

process.on("message", ({ model, context }) => {
  const onPayload = (payload) => {
    process.send({ payload });
    throw new Error("taken");
  };
  const answer = stream(model, context, { apiKey: "none", region: "us-east-1", onPayload });
  void answer.result().then(({ errorMessage }) => {
    if (errorMessage !== "taken") process.send({ error: errorMessage });
  });
});
