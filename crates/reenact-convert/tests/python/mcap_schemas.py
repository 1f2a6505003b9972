"""Compares the schemas in an MCAP file with those that Foxglove publishes for its viewer."""

import importlib

from google.protobuf import descriptor_pb2


def described(schema):
    """Every message of a schema's descriptor set, nested ones too, by its full name."""
    messages = {}

    def add(prefix, message):
        name = f"{prefix}.{message.name}"
        messages[name] = message
        for nested in message.nested_type:
            add(name, nested)

    for file in descriptor_pb2.FileDescriptorSet.FromString(schema.data).file:
        for message in file.message_type:
            add(f".{file.package}", message)
    return messages


def fields_of(message):
    return {(f.name, f.number, f.label, f.type, f.type_name) for f in message.field}


def enums_of(message):
    return {(e.name, tuple((v.name, v.number) for v in e.value)) for e in message.enum_type}


def published(name):
    """Foxglove's own description of one of its messages."""
    _, message, *nested = name.strip(".").split(".")
    found = getattr(importlib.import_module(f"foxglove_schemas_protobuf.{message}_pb2"), message)
    for part in nested:
        found = getattr(found, part)
    description = descriptor_pb2.DescriptorProto()
    found.DESCRIPTOR.CopyToProto(description)
    return description


def differences(schemas):
    """How many messages are Foxglove's, and which of them are not as Foxglove has them, in words."""
    count, wrong = 0, []
    for schema in schemas:
        for name, message in described(schema).items():
            if not name.startswith(".foxglove."):
                continue
            count += 1
            theirs = published(name)
            for field in fields_of(message) ^ fields_of(theirs):
                wrong.append(f"{schema.name}: {name}: field {field} is not in both")
            for enum in enums_of(message) ^ enums_of(theirs):
                wrong.append(f"{schema.name}: {name}: values {enum} are not in both")
    return count, wrong
