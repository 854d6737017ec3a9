/** The source code of the example receivers: the files in `examples/`, which the project's tests run. */
import go from '../../examples/receivers/receiver.go' with { type: 'text' };
import node from '../../examples/receivers/receiver.mjs' with { type: 'text' };
import php from '../../examples/receivers/receiver.php' with { type: 'text' };
import python from '../../examples/receivers/receiver.py' with { type: 'text' };
import ruby from '../../examples/receivers/receiver.ru' with { type: 'text' };

export const receiverSources = [
  { id: 'node', language: 'Node', file: 'receiver.mjs', code: node },
  { id: 'python', language: 'Python', file: 'receiver.py', code: python },
  { id: 'go', language: 'Go', file: 'receiver.go', code: go },
  { id: 'php', language: 'PHP', file: 'receiver.php', code: php },
  { id: 'ruby', language: 'Ruby', file: 'receiver.ru', code: ruby },
] as const;
